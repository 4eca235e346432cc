"""What the picture of a game of 《同感》 says of its moment: the phase, and who does what."""

from __future__ import annotations

from magnetsim.language import Words, message
from magnetsim.narration.feelinks import emotion_name
from magnetsim.rules.feelinks.state import NUMBERS, Phase, Setup
from magnetsim.viewer.feelinks_clip import CardScene

PHASES = {
    Phase.SHUFFLE: message("the emotions are laid out; {host} is the first host"),
    Phase.RESHUFFLE: message("situation: the deck is shuffled anew"),
    Phase.SITUATION: message("situation: {host} reads to all"),
    Phase.PICK: message("own emotion: {player} picks, face down"),
    Phase.PARTNERS: message("partners: the cards say who plays with whom"),
    Phase.PREDICT: message("prediction: {player} about {target}, face down"),
    Phase.REVEAL: message("reveal: first the own emotions, then the predictions"),
    Phase.SCORE: message("score: all markers go on"),
    Phase.SWAP: message("swap: {host} takes {old} out of the game"),
    Phase.OVER: message("the game is over; farthest: {winners}"),
}
OTHER_CARD = message("situation: {host} puts the card back and draws another")
KEPT = message("swap: {host} leaves the emotions as they are")
SWAPPED = message("swap: {new} is new on the table")


def phase_line(scene: CardScene, setup: Setup, words: Words) -> str:
    """The phase by its number, and what happens in it."""
    text = PHASES[scene.phase]
    if scene.phase is Phase.SITUATION and scene.card is None:
        text = OTHER_CARD
    position, share = scene.new
    if scene.phase is Phase.SWAP:
        text = KEPT if not position else SWAPPED if share > 0.5 else text
    names = [player.name for player in setup.players]
    target = scene.seats[scene.mover].target if scene.mover >= 0 else -1
    emotion = emotion_name(setup.cards, scene.emotions[position - 1], words) if position else ""
    winners = words.gettext(", ").join(names[seat] for seat in scene.winners)
    told = words.gettext(text).format(
        host=names[scene.host],
        player=names[scene.mover],
        target=names[target],
        old=emotion,
        new=emotion,
        winners=winners,
    )
    number = NUMBERS.get(scene.phase)
    return f"{number} · {told}" if number is not None else told
