//! The example of a plan mentions every key, and every line of it that is commented out would be taken too.
