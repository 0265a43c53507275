//! Keezen: four seats in two teams race pawns around a ring of 64 cells by playing cards from hidden hands.

mod position;
mod moves;
mod rules;
mod notation;
mod eval;
mod render;
mod baseline;

mod board;
mod cards;
mod chance;
mod partners;
mod playout;
mod points;
mod sections;
mod tokens;
mod walk;
mod weights;

#[cfg(test)]
mod tests;

pub use position::Keezen;

use kit::entry::GameEntry;
use kit::options::{Kind, Spec, Values};
use kit::search::sampling::Sampling;
use moves::Action;
use position::{Rules, Scoring};
use strum::{EnumString, VariantNames};

const SELF_HIT: Spec = Spec { name: "Keezen.SelfHit", kind: Kind::Combo(SelfHit::VARIANTS) };
const HOME_ORDER: Spec = Spec { name: "Keezen.HomeOrder", kind: Kind::Combo(HomeOrder::VARIANTS) };
const SCORING: Spec = Spec { name: "Keezen.Scoring", kind: Kind::Combo(Scoring::VARIANTS) };
const PARTNERS: Spec = Spec { name: "Keezen.Partners", kind: Kind::Combo(Partnership::VARIANTS) };
const MAX_PLIES: Spec = Spec { name: "Keezen.MaxPlies", kind: Kind::Spin(2000, 0, i32::MAX as i64) };

/// `Keezen.SelfHit`: whether a seat must play a card even if every move hits a pawn of the colour that walks.
#[derive(PartialEq, Eq, Default, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
enum SelfHit {
    #[default]
    Forced,
    Optional,
}

/// `Keezen.HomeOrder`: whether a lane can be filled in any order or must be filled from its deepest cell.
#[derive(PartialEq, Eq, Default, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
enum HomeOrder {
    #[default]
    Free,
    Back,
}

/// `Keezen.Partners`: whether partners sit opposite each other or are determined by cards dealt face down.
#[derive(PartialEq, Eq, Default, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
enum Partnership {
    #[default]
    Fixed,
    Hidden,
}

impl Default for Rules {
    fn default() -> Self {
        Keezen::rules(&Values::default())
    }
}

impl GameEntry for Keezen {
    const NAME: &'static str = "keezen";

    type Strong = Sampling<Self>;

    const OPTIONS: &'static [Spec] = &[SELF_HIT, HOME_ORDER, SCORING, PARTNERS, MAX_PLIES];

    const BENCH: &'static [&'static str] = &[
        "startpos moves !deal/A47JK/2259T/3368Q/A48TQ",
        "startpos moves !deal/A47JK/2259T/3368Q/A48TQ K:in fold:2259T fold:3368Q A:in",
        "fen p3:Y:B16:R4,37:Gd2:CA28Q/38T/3447/5567:XAA2234566677899TTJQKK:D1,2:F14",
        "seat 1 fen p1:Y0,41:B9,16:R10:G44,58:C678/??/??/??:XAAAA23334445566788899JJQKKK:D1,2:F28",
        "fen p2:Ya2:B16,49,b4:R63:G12,13,15,d4:CA68K/A246/224T/A7JQ:XA23333445555667778889999TTTJJJQQQKKK:D1,3:F64",
        "seat 4 fen p4:Y0,16,60,a4:B13,19,54:Rc3,c4:G15,48,d4:C????/????/-/789J:X358TTJKK:D2,1:F92",
        "fen p4:Y41,a2,a3,a4:B8,b4:Rc1,c2,c3,c4:G44,d2:C8/2/A/A4:XAA22233334445555666677778889999TTTTJJJJQQQQKKKK:D4,3:F125",
        "seat 2 fen p2:Y5,39,40:B7,16,b3,b4:Rc3:G47,d1,d2,d4:C??/89/-/-:XA2234556678TJKKK:D1,1:F142",
        "fen p1:Y0,50,a3,a4:B27,30,55,b4:R32:Gd4:CA245/369T/356T/-:XA4789JJQ:D4,1:F172",
        "seat 3 fen p3:Ya2,a3,a4:B3,b2,b3,b4:R6,29,52,c4:Gd3,d4:C????/???/589Q/????:X223344667789TTTTJQQKK:D1,2:F192",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("keezen");

    const SPEED_DEPTH: u32 = 12;

    fn rules(values: &Values) -> Rules {
        Rules {
            spare_own: values.word::<SelfHit>(&SELF_HIT) == SelfHit::Optional,
            back: values.word::<HomeOrder>(&HOME_ORDER) == HomeOrder::Back,
            scoring: values.word(&SCORING),
            hidden: values.word::<Partnership>(&PARTNERS) == Partnership::Hidden,
            max_plies: values.number(&MAX_PLIES) as u32,
        }
    }

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}
