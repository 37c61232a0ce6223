/** How often a test repeats a race: twice in the gate, and more often among the slow tests. */
export const rounds = Number(process.env.ROUNDS ?? 2);
