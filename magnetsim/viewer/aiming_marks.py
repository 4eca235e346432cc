"""What is drawn while a person takes a turn: the arrow, the way that is foreseen, what can be chosen, and how."""

from __future__ import annotations

import math

import numpy as np
import pygame

from magnetsim.language import Words
from magnetsim.narration.explanation import refused
from magnetsim.narration.xinxin import WAYS
from magnetsim.rules.xinxin.game import Phase, State
from magnetsim.shot import Exit
from magnetsim.viewer.aim import Aim, start_of
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.layout import Layout
from magnetsim.viewer.lettering import cut, lettered
from magnetsim.viewer.palette import FAINT, NEW, PANEL, TEXT, seat_colour
from magnetsim.viewer.preview import Foreseen, Odds
from magnetsim.viewer.taking import Taking

FOOT = 7.0
"""Letters' heights that the lines at the foot of the table take."""
FALLS = (255, 112, 88)
_FALL = 0.035
"""m beyond the rim at which a magnet that falls is marked."""
_ARROW = 0.05
"""m of arrow for each m/s."""


def mark_turn(surface: pygame.Surface, taking: Taking, camera: Camera, where: Layout, words: Words) -> None:
    """All that belongs to what is asked now."""
    request = taking.request
    if request is None:
        return
    state = request.view
    if state.phase is Phase.AIM and taking.aim is not None:
        if taking.foresees and taking.preview.foreseen is not None:
            _way(surface, taking.preview.foreseen, camera, where.letter, words)
        _arrow(surface, taking.aim, state, camera)
    for at, chosen in enumerate(taking.choices):
        _ring(surface, state, chosen, camera, lit=at == taking.choice)
    _lines(surface, _told(taking, state, words), where, seat_colour(request.seat))


def _told(taking: Taking, state: State, words: Words) -> list[str]:
    """What is asked, what is chosen so far, how it goes on, and what was refused."""
    _ = words.gettext
    lines = []
    match state.phase:
        case Phase.AIM if taking.aim is not None:
            aim = taking.aim
            lines.append(
                _("{way}: {speed:.2f} m/s, {direction:+.0f}°, off the centre {offset:+.0f} %").format(
                    way=_(WAYS[aim.way.value]),
                    speed=aim.speed,
                    direction=math.degrees(aim.direction),
                    offset=100 * aim.offset,
                )
            )
            lines.append(_("draw back from the shooter, Return shoots; ← → along the rim, A D W S aim, Q E spin"))
            lines.append(_("R turns it, Tab: way, Shift: finer, V: path, G: chances, U: take back, X: no spot"))
            if taking.foresees and taking.preview.odds is not None:
                lines.append(_odds(taking.preview.odds, words))
            seen = taking.preview.foreseen
            if seen is not None and seen.reason is not None:
                lines.append(refused(seen.reason, words))
        case Phase.CHOOSE:
            lines.append(_("click a new cluster to take it, or Tab and Return; X takes none"))
        case Phase.TAKE:
            lines.append(_("click a magnet as your new shooter, or Tab and Return"))
        case Phase.PUT_BACK | Phase.RETURN:
            lines.append(_("click where the fallen magnet goes back, or Return; R turns it"))
        case _:
            pass
    if taking.said:
        lines.append(_(taking.said))
    return lines


def _odds(odds: Odds, words: Words) -> str:
    """Chances in words: how many magnets, how often a fall."""
    _ = words.gettext
    shares = [
        _("{magnets}: {share:.0f} %").format(magnets=magnets, share=100 * count / odds.shots)
        for magnets, count in odds.taken
    ]
    if odds.fell:
        shares.append(_("a fall: {share:.0f} %").format(share=100 * odds.fell / odds.shots))
    if odds.refused:
        shares.append(_("refused: {share:.0f} %").format(share=100 * odds.refused / odds.shots))
    return _("of {shots} shots with a hand's error, magnets won: {shares}").format(
        shots=odds.shots, shares=_(", ").join(shares)
    )


def _lines(surface: pygame.Surface, lines: list[str], where: Layout, colour: tuple[int, int, int]) -> None:
    """Lines at the foot of the table, on a ground that lets them be read."""
    letter = round(0.95 * where.letter)
    left, top, width, height = where.table
    line = round(1.4 * letter)
    y = top + height - len(lines) * line - letter // 2
    for at, text in enumerate(lines):
        label = lettered(cut(text, letter, width - 2 * letter), letter, TEXT if at == 0 else FAINT)
        ground = pygame.Surface((label.get_width() + letter, line), pygame.SRCALPHA)
        ground.fill((*PANEL, 190))
        surface.blit(ground, (left + letter // 2, y + at * line))
        surface.blit(label, (left + letter, y + at * line))
    pygame.draw.rect(surface, colour, pygame.Rect(left, y, max(3, letter // 4), len(lines) * line))


def _arrow(surface: pygame.Surface, aim: Aim, state: State, camera: Camera) -> None:
    (x, y), (inward_x, inward_y) = start_of(aim, state)
    direction = math.atan2(inward_y, inward_x) + aim.direction
    ahead = np.array([math.cos(direction), math.sin(direction)])
    aside = np.array([-ahead[1], ahead[0]])
    tip = np.array([x, y]) + (0.012 + _ARROW * aim.speed) * ahead
    start = np.array([x, y]) + 0.012 * ahead
    head = [tip, tip - 0.012 * ahead + 0.005 * aside, tip - 0.012 * ahead - 0.005 * aside]
    shaft = camera.project(np.array([start, tip - 0.01 * ahead])).tolist()
    colour = seat_colour(state.seat)
    pygame.draw.line(surface, colour, shaft[0], shaft[1], max(2, round(0.0025 * camera.pixels_a_metre)))
    points = camera.project(np.array(head)).tolist()
    pygame.draw.polygon(surface, colour, points)
    pygame.draw.aalines(surface, colour, closed=True, points=points)


def _way(surface: pygame.Surface, seen: Foreseen, camera: Camera, letter: int, words: Words) -> None:
    """The ways on which magnets would go, the shooter's brightest, with where each would end or fall."""
    if seen.settled is None:
        return
    way = seen.settled.trajectory
    fallen = {gone.magnet: gone for gone in seen.settled.exits}
    for row, magnet in enumerate(way.magnet.tolist()):
        here = way.present[:, row]
        path = way.position[here, row]
        if len(path) < 2 or np.abs(path - path[0]).max() < 5e-4:
            continue
        pixels = camera.project(path)
        colour = NEW if magnet == seen.move.shot.magnet else FAINT
        pygame.draw.aalines(surface, colour, closed=False, points=pixels.tolist())
        if magnet in fallen:
            _fall(surface, fallen[magnet], camera, letter, words)
            continue
        end = [round(value) for value in pixels[-1].tolist()]
        pygame.draw.aacircle(surface, colour, end, max(3, round(0.003 * camera.pixels_a_metre)), 1)


def _fall(surface: pygame.Surface, gone: Exit, camera: Camera, letter: int, words: Words) -> None:
    """Beyond the rim, dashed, the way that a magnet would fall, a cross at its end, and the word."""
    speed = math.hypot(*gone.velocity)
    ahead = np.array(gone.velocity) / speed if speed > 0 else np.array([0.0, -1.0])
    start = np.array(gone.position)
    for at in range(3):
        dash = start + np.array([[2 * at], [2 * at + 1.2]]) / 6 * _FALL * ahead
        begin, end = camera.project(dash).tolist()
        pygame.draw.line(surface, FALLS, begin, end, max(2, letter // 7))
    (u, v) = camera.project(start + _FALL * ahead)[0]
    radius = max(5, round(0.55 * letter))
    middle = (round(u), round(v))
    pygame.draw.aacircle(surface, PANEL, middle, radius + 2)
    pygame.draw.aacircle(surface, FALLS, middle, radius)
    a = 0.45 * radius
    for side in (-1, 1):
        pygame.draw.line(surface, PANEL, (u - a, v - side * a), (u + a, v + side * a), max(2, radius // 3))
    label = lettered(words.gettext("falls"), letter, FALLS)
    ground = pygame.Surface((label.get_width() + letter // 2, label.get_height()), pygame.SRCALPHA)
    ground.fill((*PANEL, 190))
    # Above, or below what falls towards the eye: not upon its way.
    view, away = pygame.Rect(camera.viewport), radius + 3
    box = ground.get_rect(midbottom=(middle[0], middle[1] - away))
    if ahead[1] < -0.5:
        box.midtop = (middle[0], middle[1] + away)
    if box.top < view.top or box.bottom > view.bottom:
        box.midleft = (middle[0] + away, middle[1])
    box.clamp_ip(view)
    surface.blit(ground, box.topleft)
    surface.blit(label, (box.left + letter // 4, box.top))


def _ring(surface: pygame.Surface, state: State, chosen: frozenset[int], camera: Camera, *, lit: bool) -> None:
    """A ring round each magnet that can be chosen, broad where it is lit."""
    for magnet in chosen:
        row = state.table.row(magnet)
        radius = state.table.kind_of(magnet).outline.bounding_radius
        (u, v) = camera.project(state.table.position[row : row + 1])[0]
        middle = (round(u), round(v))
        pygame.draw.aacircle(surface, NEW, middle, round(1.5 * radius * camera.pixels_a_metre), 4 if lit else 1)
