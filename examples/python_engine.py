#!/usr/bin/env python3
"""An engine in Python for all games: it chooses the move after which the next seat has the fewest moves.

Where other seats have hidden hands, their moves are unknown, and it moves at random.
"""

from speltafel.serve import Info, Option, Player, Score, Search, serve


class FewestReplies(Player):
    name = "fewest replies"
    author = "an example"
    options = (Option("Noise", "spin", 10, 0, 100),)  # percentage of random moves

    def choose(self, search: Search) -> str:
        moves = list(search.moves)
        self.random.shuffle(moves)
        if "?" in str(search.position) or self.random.randrange(100) < int(self.settings["Noise"] or 0):
            return moves[0]
        fewest = None
        for move in moves:
            if search.is_stopped or search.limit.nodes == search.nodes:
                break
            search.nodes += 1
            turn, legal = search.queries(["turn", "legal"], move)
            replies = 0 if turn == "over" else len(legal.split())
            if fewest is None or replies < fewest:
                fewest = replies
                search.report(Info(depth=1, score=Score(cp=-100 * replies), pv=(move,)))
        return search.best


if __name__ == "__main__":
    serve(FewestReplies())
