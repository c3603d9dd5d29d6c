//! A search that goes on where an earlier one had already looked: the part of its tree that lies below a position.

use std::collections::HashMap;

use referee::soccer::keys::Keys;

use super::{Node, State, Tree, room};

impl Tree {
    /// Whether there is room for a second tree of this size.
    pub(in crate::soccer) fn leaves_room(&self) -> bool {
        self.nodes.len() <= self.room / 2
    }

    /// What is known below the position with this key, for a search from there in at most so many bytes. `None` if its turns
    /// are not known.
    pub(in crate::soccer) fn below(&self, key: u64, bytes: usize) -> Option<Tree> {
        let root = self.nodes[*self.opened.get(&key)? as usize];
        let mut below = Tree {
            nodes: vec![Node {
                length: 0,
                busy: 0,
                ..root
            }],
            ways: Vec::new(),
            opened: HashMap::with_hasher(Keys),
            depth: 0,
            room: room(bytes),
            ..*self
        };
        // Turns that two ways lead to are copied once.
        let mut copied: HashMap<u32, u32> = HashMap::new();
        let mut at = 0;
        while at < below.nodes.len() {
            let node = below.nodes[at];
            if node.state == State::Open {
                let first = match copied.get(&node.first) {
                    Some(&first) => first,
                    None => self.copy_turns(&node, &mut below),
                };
                copied.insert(node.first, first);
                below.nodes[at].first = first;
                below.opened.entry(node.key).or_insert(at as u32);
            }
            at += 1;
        }
        Some(below)
    }

    /// Appends a node's turns to another tree. Where they begin there.
    fn copy_turns(&self, node: &Node, to: &mut Tree) -> u32 {
        let first = to.nodes.len() as u32;
        for child in self.children(node) {
            let start = to.ways.len() as u32;
            to.ways.extend_from_slice(self.ways_at(child));
            to.nodes.push(Node {
                start,
                busy: 0,
                ..*child
            });
        }
        first
    }
}
