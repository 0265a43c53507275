//! The board for graphical and text display: cells, pieces, clicks, and a text picture.
