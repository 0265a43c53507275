//! Calendar dates in the format that game records and interchange files use.

/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: u64 = 719_468;

/// Formats a time, in seconds since 1970, as the UTC date `YYYY.MM.DD`.
///
/// The computation uses years that start in March, so that a leap day is the last day of its year (Hinnant 2013,
/// "chrono-compatible low-level date algorithms").
#[must_use]
pub fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + EPOCH;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    /// The expected dates are the output of GNU `date -u -d @SECONDS +%Y.%m.%d`.
    #[test]
    fn dates_match_the_calendar() {
        let table = [
            (0, "1970.01.01"),
            (951_782_399, "2000.02.28"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_735_603_200, "2024.12.31"),
            (1_735_689_600, "2025.01.01"),
            (4_107_542_400, "2100.03.01"),
        ];
        for (seconds, expected) in table {
            assert_eq!(date(seconds), expected);
        }
    }
}
