import { type Ctx, fail, type Runtime } from "@leashline/kit";

/** The application that Square knows us as, and where Square is. */
export type SquareSettings = {
  readonly applicationId: string;
  readonly applicationSecret: string;
  readonly base: string;
  /** The script of Square's own field for a card, in the browser. */
  readonly cardScript: string;
  /** What events are signed with, and for which address; without the key none is believed. */
  readonly webhookKey: string;
  readonly webhookUrl: string;
};

const REAL = "https://connect.squareup.com";
const SQUARES_SANDBOX = "https://connect.squareupsandbox.com";
const squaresCardScript = (applicationId: string): string =>
  `https://${isTest(applicationId) ? "sandbox." : ""}web.squarecdn.com/v1/square.js`;
const isTest = (applicationId: string): boolean => applicationId.startsWith("sandbox-");

/** Null while the operator has named no application of theirs. Square's own test applications say so in their name. */
export function squareSettings(env: NodeJS.ProcessEnv, publicUrl: string): SquareSettings | null {
  const { LEASHLINE_SQUARE_APPLICATION_ID: applicationId, LEASHLINE_SQUARE_APPLICATION_SECRET: applicationSecret } = env;
  if (!applicationId || !applicationSecret) return null;
  const named = env.LEASHLINE_SQUARE_API_BASE?.replace(/\/$/, "");
  return {
    applicationId,
    applicationSecret,
    base: named || (isTest(applicationId) ? SQUARES_SANDBOX : REAL),
    cardScript: env.LEASHLINE_SQUARE_SCRIPT_URL || squaresCardScript(applicationId),
    webhookKey: env.LEASHLINE_SQUARE_WEBHOOK_KEY ?? "",
    webhookUrl: `${publicUrl}/webhooks/square`,
  };
}

export const squareSettingsOf = ({ runtime: { config } }: Pick<Ctx, "runtime">): SquareSettings | null =>
  squareSettings(config.env, config.publicUrl);

/** Error 900008 while Square is not set up. */
export function mustBeSetUp(ctx: Pick<Ctx, "runtime">): SquareSettings {
  const settings = squareSettingsOf(ctx);
  if (!settings) throw fail("STATE_CONFLICT", { message: "Square is not set up on this installation." });
  return settings;
}

/** Wrong settings stop the boot; missing ones only mean that nobody can connect a Square account. */
export function checkSquareSettings({ config: { env }, log }: Runtime): void {
  const { LEASHLINE_SQUARE_APPLICATION_ID: id, LEASHLINE_SQUARE_APPLICATION_SECRET: secret, LEASHLINE_SQUARE_API_BASE: base } = env;
  const refuse = (why: string) => new Error(`The settings do not allow a start: ${why}`);
  if (Boolean(id) !== Boolean(secret))
    throw refuse("LEASHLINE_SQUARE_APPLICATION_ID and LEASHLINE_SQUARE_APPLICATION_SECRET belong together.");
  if (base && !/^https?:\/\//.test(base)) throw refuse("LEASHLINE_SQUARE_API_BASE must start with http:// or https://.");
  if (!id) log.info("Square is not set up: without LEASHLINE_SQUARE_APPLICATION_ID nobody can connect a Square account");
  else if (!env.LEASHLINE_SQUARE_WEBHOOK_KEY)
    log.info("Square's events are not believed without LEASHLINE_SQUARE_WEBHOOK_KEY: payments are followed by asking only");
}
