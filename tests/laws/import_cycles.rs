//! Checks that no import cycles exist between the files or between the sibling modules of a package. Cycles between
//! packages need no test, because Cargo rejects them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// The path of a module in its package. It is empty for the root module.
type Module = Vec<String>;
/// The modules that each module imports.
type ImportGraph = BTreeMap<Module, BTreeSet<Module>>;

/// Returns the source folders of all packages.
fn packages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let members = fs::read_dir(root.join("crates")).unwrap().map(|member| member.unwrap().path());
    members.chain([root.to_path_buf()]).map(|package| package.join("src")).collect()
}

/// Adds the source files below `folder`, whose module is `above`, to `found`, by module. Test modules are skipped.
fn modules(folder: &Path, above: &Module, found: &mut BTreeMap<Module, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let module: Module = above.iter().cloned().chain([name.clone()]).collect();
        let is_test = name == "tests" || name.ends_with("_tests");
        if path.is_dir() {
            if !is_test {
                modules(&path, &module, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test {
            let is_root = ["mod", "lib", "main"].contains(&name.as_str());
            found.insert(if is_root { above.clone() } else { module }, path);
        }
    }
}

/// The paths, such as `crate::a::B`, that occur in a file's code outside its tests.
#[derive(Default)]
struct Paths(Vec<Vec<String>>);

impl Paths {
    fn add_tree(&mut self, above: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| above.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.0.push(with(&name.ident)),
            syn::UseTree::Rename(rename) => self.0.push(with(&rename.ident)),
            syn::UseTree::Glob(_) => self.0.push(above.to_vec()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_tree(above, tree)),
        }
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let is_test = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            condition == "test" || condition.starts_with("all") && condition.contains("test")
        }
        _ => false,
    };
    attributes.iter().any(is_test)
}

impl<'a> Visit<'a> for Paths {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.add_tree(&[], &item.tree);
        }
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.segments.len() > 1 {
            self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    /// `syn` does not parse macro arguments, so every sequence of identifiers joined by `::` counts as a path.
    fn visit_macro(&mut self, called: &'a syn::Macro) {
        let text = called.tokens.to_string().replace(' ', "");
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':');
        self.0.extend(
            words.map(|word| word.split("::").map(str::to_string).collect::<Vec<_>>()).filter(|path| path.len() > 1),
        );
    }
}

/// Resolves a path that is used in `module`. Returns the module of this package that it leads to, if any.
fn resolve(path: &[String], module: &Module, known: &BTreeMap<Module, PathBuf>) -> Option<Module> {
    let first = path.first()?;
    let supers = path.iter().take_while(|name| *name == "super").count();
    let full: Module = match first.as_str() {
        "crate" => path[1..].to_vec(),
        "self" => module.iter().chain(&path[1..]).cloned().collect(),
        "super" => {
            let above = module.len().checked_sub(supers)?;
            module[..above].iter().chain(&path[supers..]).cloned().collect()
        }
        _ => {
            let child: Module = module.iter().chain([first]).cloned().collect();
            known.contains_key(&child).then(|| module.iter().chain(path).cloned().collect())?
        }
    };
    (0..=full.len()).rev().map(|length| full[..length].to_vec()).find(|module| known.contains_key(module))
}

/// Returns the imports that remain after modules without imports have been removed repeatedly: cycles, and modules that
/// import from a cycle. The list is empty if there is no cycle.
fn find_cycle(mut graph: ImportGraph) -> Vec<String> {
    loop {
        let free: Vec<Module> =
            graph.iter().filter(|(_, to)| to.is_empty()).map(|(module, _)| module.clone()).collect();
        if free.is_empty() {
            let text = |(from, to): (&Module, &BTreeSet<Module>)| {
                let to: Vec<String> = to.iter().map(|module| module.join("::")).collect();
                format!("{} -> {}", from.join("::"), to.join(", "))
            };
            return graph.iter().map(text).collect();
        }
        for module in free {
            graph.remove(&module);
            graph.values_mut().for_each(|to| _ = to.remove(&module));
        }
    }
}

fn imports(folder: &Path) -> ImportGraph {
    let mut known = BTreeMap::new();
    modules(folder, &Module::new(), &mut known);
    let mut graph = BTreeMap::new();
    for (module, path) in &known {
        let mut paths = Paths::default();
        paths.visit_file(&syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap());
        let to = paths.0.iter().filter_map(|path| resolve(path, module, &known)).filter(|to| to != module).collect();
        graph.insert(module.clone(), to);
    }
    graph
}

/// Returns the imports between the child modules of each module. Imports from and by a child's own submodules are
/// included.
fn sibling_imports(graph: &ImportGraph) -> BTreeMap<Module, ImportGraph> {
    let mut siblings: BTreeMap<Module, ImportGraph> = BTreeMap::new();
    for (from, to) in graph.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
        let common = from.iter().zip(to).take_while(|(one, other)| one == other).count();
        if common < from.len().min(to.len()) {
            let inside = siblings.entry(from[..common].to_vec()).or_default();
            inside.entry(from[..=common].to_vec()).or_default().insert(to[..=common].to_vec());
            inside.entry(to[..=common].to_vec()).or_default();
        }
    }
    siblings
}

#[test]
fn no_file_imports_another_in_a_cycle() {
    for package in packages() {
        let graph = imports(&package);
        for graph in sibling_imports(&graph).into_values().chain([graph]) {
            let cycle = find_cycle(graph);
            assert!(cycle.is_empty(), "{}:\n{}", package.display(), cycle.join("\n"));
        }
    }
}

#[test]
fn a_cycle_of_folders_is_found() {
    let module = |path: &str| path.split("::").map(str::to_string).collect::<Module>();
    let of = |pairs: &[(&str, &str)]| {
        let graph = pairs.iter().map(|(from, to)| (module(from), BTreeSet::from([module(to)]))).collect();
        sibling_imports(&graph).into_values().map(find_cycle).collect::<Vec<_>>().concat()
    };
    assert_eq!(of(&[("a::x", "b::y"), ("b::z", "a::w")]), ["a -> b", "b -> a"]);
    assert_eq!(of(&[("c::a::x", "c::b"), ("c::b::z", "c::a")]), ["c::a -> c::b", "c::b -> c::a"]);
    assert!(of(&[("a::x", "b::y"), ("a::z", "b"), ("b::y", "b::z")]).is_empty());
}

#[test]
fn paths_in_macros_are_seen() {
    let mut paths = Paths::default();
    paths.visit_file(&syn::parse_file("macro_rules! m { ($e:expr) => { $crate::text::Error::at($e) }; }").unwrap());
    assert_eq!(paths.0, [["crate", "text", "Error", "at"].map(str::to_string).to_vec()]);
}

#[test]
fn a_cycle_is_found() {
    let module = |name: &str| vec![name.to_string()];
    let of = |pairs: &[(&str, &str)]| {
        let mut graph: ImportGraph = BTreeMap::new();
        for (from, to) in pairs {
            graph.entry(module(from)).or_default().insert(module(to));
            graph.entry(module(to)).or_default();
        }
        find_cycle(graph)
    };
    assert!(of(&[("a", "b"), ("b", "c"), ("a", "c")]).is_empty());
    assert_eq!(of(&[("a", "b"), ("b", "c"), ("c", "b")]), ["a -> b", "b -> c", "c -> b"]);
}
