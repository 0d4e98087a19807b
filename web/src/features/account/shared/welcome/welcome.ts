/** What is known of a new business, each read from whoever keeps it; undefined while it is on its way or not to be had. */
export type Facts = {
  questionnaire?: boolean;
  hours?: boolean;
  tax?: boolean;
  services?: boolean;
  storefront?: boolean;
  cards?: boolean;
  testText?: boolean;
};

export type Step = { id: keyof Facts; title: string; text: string; done: boolean; to?: string };

const STEPS: readonly Omit<Step, "done">[] = [
  { id: "hours", title: "Set your working hours", text: "So that nobody books when you are closed.", to: "/setting/staff/hours" },
  { id: "tax", title: "Add your sales tax", text: "Add the rate, and say which services charge it.", to: "/setting/tax" },
  {
    id: "services",
    title: "Check your services and prices",
    text: "What you offer, how long it takes, what it costs.",
    to: "/setting/services",
  },
  { id: "storefront", title: "Open online booking", text: "A page where clients ask for a time.", to: "/online_booking/settings" },
  {
    id: "cards",
    title: "Take cards",
    text: "Connect your card account, so that clients can pay by card.",
    to: "/setting/integration/connections",
  },
  { id: "testText", title: "Text yourself", text: "See what a text from your business looks like." },
  { id: "questionnaire", title: "Tell us about your business", text: "A few questions, all optional.", to: "/questionnaire" },
];

/** The steps of a new business's first day, each ticked when its fact is there; none before the facts are known. */
export const stepsOf = (facts: Facts): Step[] =>
  STEPS.filter(({ id }) => facts[id] !== undefined).map((step) => ({ ...step, done: facts[step.id] === true }));

/** The key under which a business keeps that its checklist was put away. */
export const HIDDEN_KEY = "welcome.hidden";
