//! Presets whose levels are dark, and some that only look as if they were.

use super::*;

const LIGHT: &str = "light: (color: \"#ffb060\", radius: 5)";

/// A preset with this ambient light, these fields of the urn and these further fields.
fn dark(ambient: &str, urn: &str, more: &str) -> String {
    let with_urn = with("", "").replace("\"#c28a2e\"", &format!("\"#c28a2e\", {urn}"));
    with_urn.replace("size: (40, 30),", &format!("size: (40, 30), theme: (ambient: {ambient}), {more}"))
}

#[test]
fn a_low_ambient_light_without_lamps_is_found() {
    let text = dark("0.69", "", "");
    let (code, at, message, levels) = only(&text);
    assert_eq!((code, code.name(), at.as_str(), levels), (FindingCode::Dark, "dark", "0.69", None));
    assert_eq!(message, "with an `ambient` of 0.69 levels are dark: nothing in them sheds light");
    assert_eq!(of(&text)[0].problem.help.as_deref(), Some("give a kind that is placed a `light`, or use 0.7 or more"));
    assert_eq!(of(&dark("0.7", "", "")), []);
    assert_eq!(of(&dark("0", LIGHT, "")), []);
}

#[test]
fn a_lamp_counts_if_a_formation_a_variant_a_vault_or_a_lock_can_place_it() {
    let lamp = format!("\"lamp\": (glyph: 'l', color: \"#ffffff\", blocks: false, {LIGHT})");
    let codes = |urn: &str, more: &str| {
        let text = dark("0.2", urn, more).replace("props: {", &format!("props: {{ {lamp},"));
        let findings = of(&text).into_iter().map(|finding| finding.code);
        findings.filter(|code| [FindingCode::Dark, FindingCode::UnusedKind].contains(code)).collect::<Vec<_>>()
    };
    assert_eq!(codes("", ""), [FindingCode::Dark, FindingCode::UnusedKind], "a lamp that nothing places");
    assert_eq!(codes("blocks: false, variants: {\"lamp\": 1}", ""), []);
    let vault = "vaults: [(name: \"v\", rows: [\"l\"], legend: {'l': \"lamp\"}, required: true)],";
    assert_eq!(codes("", vault), []);
    assert_eq!(codes("", "mission: (locks: [(name: \"lamp\", lock: Path((0, 1)))]),"), []);
    // The urn is only a name for lamps that are out.
    let family = format!("{LIGHT}, weight: (from: 0, to: 0), variants: {{\"stone\": 1}}");
    let text = dark("0.2", &family, "").replace("props: {", "props: { \"stone\": (glyph: 's', color: \"#ffffff\"),");
    assert!(of(&text).iter().any(|finding| finding.code == FindingCode::Dark), "{text}");
}

#[test]
fn darkness_in_a_base_is_found_if_the_preset_leaves_its_lamps_out() {
    let base = dark("0.3", LIGHT, "");
    let on_it = |over: &str| {
        let read = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.clone() });
        let findings = lint(&format!("(name: \"b\", base: \"lamps.ron\", {over})"), read).expect("a preset");
        findings.into_iter().map(|finding| (finding.code, finding.problem.base)).collect::<Vec<_>>()
    };
    assert_eq!(on_it(""), []);
    let out = on_it("props: { \"urn\": (light: None) }");
    assert_eq!(out, [(FindingCode::Dark, Some("lamps.ron".to_owned()))]);
    assert_eq!(on_it("props: { \"urn\": (light: None) }, theme: (ambient: 1)"), []);
}
