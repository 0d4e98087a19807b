/** How far the installation is set up for cards. */
export type CardSetup = {
  mode: "test" | "live" | "none";
  /** With what the card provider's field is opened in a browser; both are empty where no new card can be entered. */
  publishableKey: string;
  scriptUrl: string;
  /** Names of the settings that are missing. */
  missing: readonly string[];
};

const SECRET = "LEASHLINE_STRIPE_SECRET_KEY";
const WEBHOOK = "LEASHLINE_STRIPE_WEBHOOK_SECRET";
const PUBLISHABLE = "LEASHLINE_STRIPE_PUBLISHABLE_KEY";
const STRIPES_SCRIPT = "https://js.stripe.com/v3/";

const modeOf = (key: string, kinds: string): CardSetup["mode"] =>
  new RegExp(`^[${kinds}]k_test_`).test(key) ? "test" : new RegExp(`^[${kinds}]k_live_`).test(key) ? "live" : "none";

/** A new card is made with the publishable key and charged with the secret one, so both must be of one mode. */
export function cardSetupOf(env: NodeJS.ProcessEnv): CardSetup {
  const mode = modeOf(env[SECRET] ?? "", "rs");
  const publishable = env[PUBLISHABLE] ?? "";
  const fits = mode !== "none" && modeOf(publishable, "p") === mode;
  const missing = [...(env[SECRET] ? [] : [SECRET]), ...(env[WEBHOOK] ? [] : [WEBHOOK]), ...(fits ? [] : [PUBLISHABLE])];
  return {
    mode,
    publishableKey: fits ? publishable : "",
    scriptUrl: fits ? env.LEASHLINE_STRIPE_SCRIPT_URL || STRIPES_SCRIPT : "",
    missing,
  };
}
