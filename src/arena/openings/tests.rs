//! Tests of openings.
