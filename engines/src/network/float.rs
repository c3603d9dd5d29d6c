//! The numbers that a network is made of: single precision to play and train with, double to check its gradients.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// `f32` or `f64`; the product of matrices knows these two.
pub trait Float:
    Copy
    + Default
    + PartialOrd
    + Send
    + Sync
    + std::fmt::Debug
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
{
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The nearest number of this type.
    fn of(number: f64) -> Self;
    /// In double precision.
    fn to_f64(self) -> f64;
    /// e to this power.
    fn exp(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// The hyperbolic tangent.
    fn tanh(self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;

    /// The greater of the two; the first where they are equal.
    #[inline]
    fn or_more(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

macro_rules! float {
    ($($number:ident)*) => {$(
        impl Float for $number {
            const ZERO: $number = 0.0;
            const ONE: $number = 1.0;

            #[inline]
            fn of(number: f64) -> $number {
                number as $number
            }

            #[inline]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            fn exp(self) -> $number {
                $number::exp(self)
            }

            fn ln(self) -> $number {
                $number::ln(self)
            }

            fn tanh(self) -> $number {
                $number::tanh(self)
            }

            fn sqrt(self) -> $number {
                $number::sqrt(self)
            }
        }
    )*};
}

float!(f32 f64);
