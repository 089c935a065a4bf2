// A server of boardgame.io on a free port of loopback: node server.js [FOLDER for its FlatFile storage]
"use strict";

const { Server, FlatFile } = require("boardgame.io/server");
const { game } = require("./game.js");

async function main(folder) {
  const db = folder ? new FlatFile({ dir: folder }) : undefined;
  const { appServer } = await Server({ games: [game], db, origins: ["http://127.0.0.1"] }).run({
    port: { port: 0, host: "127.0.0.1" },
  });
  console.log(`open at http://127.0.0.1:${appServer.address().port}`);
}

main(process.argv[2]);
