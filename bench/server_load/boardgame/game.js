// The rules of Nonprime Addition as a game of boardgame.io: add 2 to 9, and never make the total prime.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

function isPrime(number) {
  if (number < 2) return false;
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
}

const game = {
  name: "nonprime-addition",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ total: 1 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }, number) => {
      if (!Number.isInteger(number) || number < 2 || number > 9) return INVALID_MOVE;
      G.total += number;
    },
  },
  endIf: ({ G, ctx }) => (isPrime(G.total) ? { winner: ctx.currentPlayer === "0" ? "1" : "0" } : undefined),
};

module.exports = { game, isPrime };
