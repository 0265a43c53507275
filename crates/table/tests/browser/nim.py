#!/usr/bin/env python3
"""An engine for a game without a board. In each turn a die is rolled for show, and the seat takes one to three from a
heap of twelve. Taking the last one wins."""

import json
import sys

INFO = json.dumps({
    "game": "nim", "name": {"en": "Nim"}, "seats": [2, 2], "teams": [2, 2], "chance": True, "rule_options": [],
    "words": {"en": {"count.heap": "heap", "reason.goal": "the heap is empty", "word.1": "one", "word.2": "two", "word.3": "three"}},
})


def state(tokens):
    """Returns the rest of the heap, the index of the seat to move, whether the die is to be rolled, and the ending."""
    heap, seat, rolls = 12, 0, True
    for token in tokens:
        if token == "resign":
            return heap, seat, rolls, (f"p{2 - seat}win", "resign")
        if token.startswith("!end/"):
            return heap, seat, rolls, tuple(token.split("/")[1:])
        rolls = not rolls
        if not token.startswith("!"):
            heap -= int(token)
            if heap == 0:
                return heap, seat, rolls, (f"p{seat + 1}win", "goal")
            seat = 1 - seat
    return heap, seat, rolls, None


def facts(token):
    if token.startswith("!roll/"):
        return {"token": token, "words": f"roll {token[-1]}", "steps": []}
    if token.isdigit():
        steps = [{"do": "take", "seat": seat, "from": "heap", "count": int(token)} for seat in (1, 2)]
        return {"token": token, "clicks": [token], "words": f"takes {token}", "steps": steps}
    return {"token": token, "words": token, "steps": []}


def answers(tokens, argument):
    heap, seat, rolls, ending = state(tokens)
    turn = "over" if ending else "chance" if rolls else f"p{seat + 1}"
    legal = [str(take) for take in (1, 2, 3) if take <= heap] if turn.startswith("p") else []
    result, reason = ending or ("none", "none")
    ranks = {"p1win": "1 2", "p2win": "2 1"}.get(result, "1 1")
    history = f" moves {' '.join(tokens)}" if tokens else ""
    return {
        "games": "nim", "options": "", "seats": "2", "teams": "1 2", "formats": "", "cells": "{}",
        "turn": turn, "legal": " ".join(legal), "result": result, "reason": reason, "ranks": ranks, "scores": "0 0",
        "board": f'{{"turn":"{turn}","counts":{{"heap":[{heap},{heap}]}}}}', "fen": f"{heap}:{seat + 1}",
        "clicks": argument, "canon": argument, "islegal": str(argument in legal).lower(),
        "draw": f"!roll/{1 + int(argument) % 6}" if argument.isdigit() else "",
        "info": INFO, "why": '"take one to three"' if argument not in legal else '""',
        "moves": json.dumps([facts(take) for take in legal]),
        "step": json.dumps(facts(tokens[int(argument) - 1])) if argument.isdigit() and 0 < int(argument) <= len(tokens) else "",
        "steps": json.dumps([facts(token) for token in tokens]),
        "view": f"position seat {argument} startpos{history}",
    }


def main():
    tokens = []
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "ugi":
            print("id name nim\noption name Game type combo default nim var nim")
            print("option name UGI_Extensions type string default views,facts\nugiok")
        elif word == "isready":
            print("readyok")
        elif word == "position":
            tokens = rest[rest.index("moves") + 1:] if "moves" in rest else []
        elif word == "go":
            print("info depth 1 score cp 0 pv 1\nbestmove 1")
        elif word == "query":
            known = answers(tokens, rest[2] if rest[0] == "why" else rest[1] if len(rest) > 1 else "")
            print(f"response {known.get(rest[0], 'error unknown_query')}")
        elif word == "quit":
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
