//! ES modules as one script.

/// A file of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Its name, without a folder.
    pub name: &'static str,
    /// Its content.
    pub text: &'static str,
}

/// A line that [`inline`] cannot translate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{file}, line {line}: cannot inline {text:?}; expected import {{ NAMES }} from \"FILE\"; with a file given before, or \
     export with const, function or class and a name"
)]
pub struct InlineError {
    file: &'static str,
    /// From 1.
    line: usize,
    text: &'static str,
}

/// Joins ES modules into one script without imports, for a page that is one file. Each module keeps a scope of its own,
/// so that two of them may use the same name.
///
/// Only some forms are understood, each in a line of its own without indentation: `import { a, b } from "./folder/FILE.js";`
/// and `export` in front of `const NAME`, `function NAME` or `class NAME`. The name of a file alone says which module is
/// meant. A module must come after those that it imports.
///
/// # Errors
/// Another form of import or export, or an import of a file that was not given before.
pub fn inline(modules: &[PageFile]) -> Result<String, InlineError> {
    let mut script = "const modules = {};\n".to_string();
    for (at, module) in modules.iter().enumerate() {
        script += &wrap_module(module, &modules[..at])?;
    }
    Ok(script)
}

/// A module as a function that is called at once and returns what the module exports.
fn wrap_module(module: &PageFile, before: &[PageFile]) -> Result<String, InlineError> {
    let mut exports = Vec::new();
    let mut body = String::new();
    for (index, text) in module.text.lines().enumerate() {
        let error = || InlineError { file: module.name, line: index + 1, text };
        if text.starts_with("import") {
            body += &translate_import(text, before).ok_or_else(error)?;
        } else if let Some(declaration) = text.strip_prefix("export ") {
            exports.push(declared_name(declaration).ok_or_else(error)?);
            body += declaration;
        } else {
            body += text;
        }
        body.push('\n');
    }
    let name = module.name;
    Ok(format!("modules[\"{name}\"] = (() => {{\n{body}return {{ {} }};\n}})();\n", exports.join(", ")))
}

/// An import as a declaration.
fn translate_import(line: &str, before: &[PageFile]) -> Option<String> {
    let (names, path) = line.strip_prefix("import {")?.strip_suffix("\";")?.split_once("} from \"")?;
    let file = path.rsplit('/').next()?;
    let given = before.iter().any(|module| module.name == file);
    (given && !names.contains(" as ")).then(|| format!("const {{{names}}} = modules[\"{file}\"];"))
}

/// The name that a declaration gives.
fn declared_name(declaration: &str) -> Option<&str> {
    let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
    let rest = ["const ", "function ", "class "].iter().find_map(|word| rest.strip_prefix(word))?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const BASE: PageFile = PageFile { name: "base.js", text: "const own = 1;\nexport const two = own + 1;\n" };

    #[test]
    fn modules_become_scopes() {
        let top = "import { two } from \"./folder/base.js\";\n\nconst own = two;\nexport class A {}\nexport function f() {}\n";
        let script = inline(&[BASE, PageFile { name: "top.js", text: top }]).unwrap();
        let expected = "const modules = {};
modules[\"base.js\"] = (() => {
const own = 1;
const two = own + 1;
return { two };
})();
modules[\"top.js\"] = (() => {
const { two } = modules[\"base.js\"];

const own = two;
class A {}
function f() {}
return { A, f };
})();
";
        assert_eq!(script, expected);
    }

    #[test]
    fn other_forms_are_errors_with_their_line() {
        let forms = [
            "import { two as zwei } from \"./base.js\";",
            "import * as base from \"./base.js\";",
            "import {",
            "import \"./base.js\";",
            "import { two } from \"./later.js\";",
            "export default 3;",
            "export * from \"./base.js\";",
            "export { two };",
            "export const { two } = own;",
            "export let two = 2;",
        ];
        for text in forms {
            let error = inline(&[BASE, PageFile { name: "top.js", text }]).unwrap_err();
            assert_eq!(error, InlineError { file: "top.js", line: 1, text });
            assert!(error.to_string().starts_with(&format!("top.js, line 1: cannot inline {text:?}; expected import")));
        }
    }
}
