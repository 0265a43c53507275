//! Joins ES modules into one script, for pages that consist of a single file.

/// A file of a web page, such as an ES module.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// The file name without its folder.
    pub name: &'static str,
    /// The whole text of the file.
    pub text: &'static str,
}

/// The error for a line that [`inline`] does not support.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{file}, line {line}: cannot inline {text:?}; expected import {{ NAMES }} from \"FILE\"; where FILE is an earlier \
     module, or export before const, function or class and a name"
)]
pub struct InlineError {
    file: &'static str,
    /// The line number, counted from 1.
    line: usize,
    text: &'static str,
}

/// Joins ES modules into one script without imports, for a page that consists of a single file. Each module keeps its
/// own scope, so two modules may use the same private name.
///
/// Imports and exports are supported in these forms only, each on one line without indentation:
///
/// - `import { a, b } from "./folder/FILE.js";`
/// - `export` before `const NAME`, `function NAME`, `async function NAME` or `class NAME`
///
/// The file name identifies a module; its folder is ignored. Each module must come after the modules that it imports.
///
/// # Errors
/// Returns an error for any other form of import or export, and for an import of a file that is not an earlier module.
pub fn inline(modules: &[PageFile]) -> Result<String, InlineError> {
    let mut script = "const modules = {};\n".to_string();
    for (at, module) in modules.iter().enumerate() {
        script += &wrap_module(module, &modules[..at])?;
    }
    Ok(script)
}

/// Wraps a module in an immediately invoked function that returns the module's exports.
fn wrap_module(module: &PageFile, earlier: &[PageFile]) -> Result<String, InlineError> {
    let mut exports = Vec::new();
    let mut body = String::new();
    for (index, text) in module.text.lines().enumerate() {
        let error = || InlineError { file: module.name, line: index + 1, text };
        if text.starts_with("import") {
            body += &translate_import(text, earlier).ok_or_else(error)?;
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

/// Translates an import into a `const` declaration. Returns `None` if the form is not supported or the file is not an
/// earlier module.
fn translate_import(line: &str, earlier: &[PageFile]) -> Option<String> {
    let (names, path) = line.strip_prefix("import {")?.strip_suffix("\";")?.split_once("} from \"")?;
    let file = path.rsplit('/').next()?;
    let is_known = earlier.iter().any(|module| module.name == file);
    (is_known && !names.contains(" as ")).then(|| format!("const {{{names}}} = modules[\"{file}\"];"))
}

/// Returns the name that a declaration introduces, or `None` if the form is not supported.
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
    fn each_module_has_its_own_scope() {
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
    fn unsupported_forms_are_errors_that_name_the_line() {
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
