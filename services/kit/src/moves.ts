/** The states each state may be followed by. A state with none is an end. */
export type Moves<S extends string> = Readonly<Record<S, readonly S[]>>;

/** Whether something may go from one state to another; staying where it is is always allowed. */
export const mayMove = <S extends string>(moves: Moves<S>, from: S, to: S): boolean => from === to || moves[from].includes(to);
