/** How long things may take at most, from the outside inwards: whoever waits outside has a limit longer than what it waits for. */
export type Limits = {
  /** A call as the gateway makes it (LEASHLINE_CALL_TIMEOUT_MS), its wait for a connection to the service included. */
  callMs: number;
  /** A call from one service to another. */
  betweenMs: number;
  /** The database's answer to what was sent to it in one go; it is then taken as gone, and the connection given up. */
  silentMs: number;
  /** What the database itself works on one statement, waiting for locks included. */
  statementMs: number;
  /** A call waiting for its turn: for a connection to the database, or to a service all of whose connections are in use. */
  turnMs: number;
  /** For so long a call that may be repeated is made again while the database is away. */
  outlastMs: number;
  /** Asking the account service who somebody is. */
  resolveMs: number;
};

export const usualCallMs = 20_000;

export function limitsOf(callMs: number): Limits {
  const part = (share: number) => Math.ceil(callMs * share);
  return {
    callMs,
    betweenMs: part(0.75),
    silentMs: part(0.7),
    statementMs: part(0.6),
    turnMs: part(0.25),
    outlastMs: part(0.1),
    resolveMs: part(0.25),
  };
}

/** Redis' answer to a command, and for how long it may leave commands unanswered until its connection is given up. It is never the truth of anything. */
export const redisCommandMs = 500;
export const redisSilentMs = 1_000;

/** NATS on connecting. One that is connected is given up after two unanswered pings, sent every five seconds. */
export const natsConnectMs = 2_000;

/** What a readiness probe waits for any one thing. */
export const probeMs = 1_000;
