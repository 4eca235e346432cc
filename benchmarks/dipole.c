/* The force between dipoles as a plain loop over all pairs: what our kernels are timed against.

   cc -O3 -march=native -ffast-math -fPIC -c dipole.c -o dipole.o
   cc -shared dipole.o -o dipole.so

   The contract is that of magnetsim/kernels/dipole.py: SI, n values each, the last three filled. */

#include <math.h>
#include <stdint.h>

static void dipole_forces(int64_t n, const double *restrict x, const double *restrict y, const double *restrict mx,
                          const double *restrict my, const double *restrict mz, double *restrict fx,
                          double *restrict fy, double *restrict torque)
{
    for (int64_t i = 0; i < n; i++) {
        const double xi = x[i], yi = y[i], mxi = mx[i], myi = my[i], mzi = mz[i];
        double own = 0.0, other_x = 0.0, other_y = 0.0, field_x = 0.0, field_y = 0.0;
        for (int64_t j = 0; j < n; j++) {
            const double dx = xi - x[j], dy = yi - y[j];
            const double inverse2 = i == j ? 0.0 : 1.0 / (dx * dx + dy * dy);
            const double inverse3 = inverse2 * sqrt(inverse2), inverse5 = inverse3 * inverse2;
            const double along_i = mxi * dx + myi * dy, along_j = mx[j] * dx + my[j] * dy;
            const double dot = mxi * mx[j] + myi * my[j] + mzi * mz[j];
            const double radial = inverse5 * (dot - 5.0 * along_i * along_j * inverse2);
            const double from_i = along_i * inverse5, from_j = along_j * inverse5;
            own += from_j;
            other_x += from_i * mx[j] + radial * dx;
            other_y += from_i * my[j] + radial * dy;
            field_x += 3.0 * from_j * dx - inverse3 * mx[j];
            field_y += 3.0 * from_j * dy - inverse3 * my[j];
        }
        fx[i] = 3e-7 * (own * mxi + other_x);
        fy[i] = 3e-7 * (own * myi + other_y);
        torque[i] = 1e-7 * (mxi * field_y - myi * field_x);
    }
}

/* Called many times from here, so that nothing of the caller counts. */
void repeated_dipole_forces(int64_t times, int64_t n, const double *x, const double *y, const double *mx,
                            const double *my, const double *mz, double *fx, double *fy, double *torque)
{
    for (int64_t k = 0; k < times; k++) {
        dipole_forces(n, x, y, mx, my, mz, fx, fy, torque);
#ifdef __GNUC__
        __asm__ volatile("" ::: "memory"); /* else the compiler could do it once */
#endif
    }
}
