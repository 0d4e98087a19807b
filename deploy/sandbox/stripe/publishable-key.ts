/** What the card field in a browser calls itself. It may make payment methods and nothing else, as with Stripe's own. */
export const SANDBOX_PUBLISHABLE_KEY = "pk_test_leashline_sandbox";
