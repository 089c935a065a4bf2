// What the players are called: "You", "The house", "Mara", "Player 2".

/** @typedef {import("/static/types").View} View */
/** @typedef {import("/static/types").Seats} Seats */
/** @typedef {import("/static/types").Player} Player */

/** Whether both seats are held here, on one screen. @param {View} view */
export const sameScreen = (view) => view.holds.length === 2;

/**
 * The names as they begin a sentence. At one screen nobody is "you": two people read the same words.
 * @param {View} view
 * @returns {Seats}
 */
export function seatsOf(view) {
  const you = sameScreen(view) ? null : view.you;
  const [one, two] = view.seats.map((seat) => {
    if (seat.player === you) return "You";
    if (seat.house) return "The house";
    return seat.name || `Player ${seat.player}`;
  });
  return { names: [one, two], you };
}

/**
 * The verb in the form that fits the name: "You win", "Mara wins".
 * @param {string} name
 * @param {string} you
 * @param {string} [others]
 */
export const verb = (name, you, others = `${you}s`) => (name === "You" ? you : others);

/** Why nobody at this screen can move. @param {View} view */
export function awaited(view) {
  if (view.you === null) return "You are watching.";
  if (view.waiting) return "The game begins when both seats are taken.";
  return `${seatsOf(view).names[view.turn - 1]} is to move.`;
}

/** @param {Player} player @returns {Player} */
export const other = (player) => (player === 1 ? 2 : 1);

/** What a seat is, below its name: "Club level", "Player 1". @param {View} view @param {Player} player */
export function role(view, player) {
  const seat = view.seats[player - 1];
  if (seat.house) return `${seat.label.charAt(0).toUpperCase()}${seat.label.slice(1)} level`;
  return `Player ${player}`;
}
