// Two clients of each match, over the transport of boardgame.io: node clients.js PORT MATCHES
// A line `N` on standard input plays N moves in each match; a line of JSON tells what they took.
"use strict";

const readline = require("node:readline");
const { io } = require("socket.io-client");
const { game, isPrime } = require("./game.js");

const [port, count] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server}/games/${game.name}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A player's socket: it keeps the newest state and counts the bytes of what arrives. */
class Player {
  constructor(match, id, credentials) {
    Object.assign(this, { match, id, credentials, state: null, bytes: 0, wake: () => {} });
    this.socket = io(`${server}/${game.name}`, { transports: ["websocket"], forceNew: true });
    this.socket.on("update", (match, state) => this.take(state));
    this.socket.on("sync", (match, info) => this.take(info.state));
    this.socket.on("connect", () => {
      this.socket.io.engine.on("packet", ({ data }) => (this.bytes += data ? data.length : 0));
      this.socket.emit("sync", match, id, credentials);
    });
  }

  take(state) {
    this.state = state;
    this.wake();
  }

  async reach(stateID) {
    while (this.state === null || this.state._stateID < stateID) await new Promise((resolve) => (this.wake = resolve));
  }

  send(number) {
    const payload = { type: "add", args: [number], playerID: this.id, credentials: this.credentials };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.state._stateID, this.match, this.id);
  }
}

async function open() {
  const { matchID } = await post("create", { numPlayers: 2 });
  const players = [];
  for (const id of ["0", "1"]) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID: id, playerName: `Player ${id}` });
    players.push(new Player(matchID, id, playerCredentials));
  }
  for (const player of players) await player.reach(0);
  return players;
}

async function play(players, moves, seconds) {
  for (let move = 0; move < moves; move += 1) {
    const { G, ctx, _stateID } = players[0].state;
    let number = 2;
    while (isPrime(G.total + number)) number += 1;
    const mover = players[Number(ctx.currentPlayer)];
    const began = performance.now();
    mover.send(number);
    await mover.reach(_stateID + 1);
    seconds.push((performance.now() - began) / 1000);
    for (const player of players) await player.reach(_stateID + 1);
    if (mover.state.G.total !== G.total + number) throw new Error("the update does not show the move");
  }
}

async function main() {
  const matches = [];
  while (matches.length < count) matches.push(await open());
  console.log("ready");
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const seconds = [];
    const bytes = () => matches.flat().reduce((sum, player) => sum + player.bytes, 0);
    const [before, began] = [bytes(), performance.now()];
    await Promise.all(matches.map((players) => play(players, Number(line), seconds)));
    const took = (performance.now() - began) / 1000;
    console.log(JSON.stringify({ seconds, took, bytes: bytes() - before }));
  }
  process.exit(0);
}

main();
