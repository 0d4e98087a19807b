/** What is known of a new business, each read from whoever keeps it; undefined while it is on its way or not to be had. */
export type Facts = {
  questionnaire?: boolean;
  hours?: boolean;
  tax?: boolean;
  services?: boolean;
  /** Whether there is a room to board in; undefined too where boarding was not chosen. */
  rooms?: boolean;
  /** Whether a second person works here; undefined too where the owner works alone. */
  staff?: boolean;
  storefront?: boolean;
  cards?: boolean;
  testText?: boolean;
};

export type Step = {
  id: keyof Facts;
  title: string;
  text: string;
  done: boolean;
  to?: string;
  /** What its owner says to leave it out; the step then leaves the list. */
  skip?: string;
};

/** Said by whoever sells without a tax, as many do. */
export const UNTAXED = "My services aren't taxed";

const STEPS: readonly Omit<Step, "done">[] = [
  {
    id: "hours",
    title: "Set your working hours",
    text: "When you and your staff work. Clients can book only then.",
    to: "/setting/staff/hours",
  },
  {
    id: "tax",
    title: "Add your sales tax",
    text: "Add the rate, and charge it on your services.",
    to: "/setting/tax",
    skip: UNTAXED,
  },
  {
    id: "services",
    title: "Check your services and prices",
    text: "What you offer, how long it takes, what it costs.",
    to: "/setting/services",
  },
  {
    id: "rooms",
    title: "Set up rooms for boarding",
    text: "The rooms pets stay in. Then add your boarding service under Services.",
    to: "/setting/lodging",
    skip: "Not now",
  },
  { id: "staff", title: "Add your staff", text: "Everybody with their own working hours and calendar.", to: "/setting/staff" },
  { id: "storefront", title: "Open online booking", text: "A page where clients ask for a time.", to: "/online_booking/settings" },
  {
    id: "cards",
    title: "Take cards",
    text: "Cash, checks and your own ways to pay work now. Choose which you take, and see what cards still need.",
    to: "/setting/payment",
    skip: "Not now",
  },
  { id: "testText", title: "Text yourself", text: "See what a text from your business looks like." },
  { id: "questionnaire", title: "Tell us about your business", text: "A few questions, all optional.", to: "/questionnaire" },
];

/** The steps of a new business's first day, each ticked when its fact is there; none before the facts are known, none that was left out. */
export const stepsOf = (facts: Facts, skipped: readonly string[] = []): Step[] =>
  STEPS.filter(({ id }) => facts[id] !== undefined && (facts[id] || !skipped.includes(id))).map((step) => ({
    ...step,
    done: facts[step.id] === true,
  }));

/** Whether an answer to "Team size" says that more than one person works here. */
export const team = (staffCount = ""): boolean => staffCount !== "" && staffCount.toLowerCase() !== "just me";

/** The key under which a business keeps that its checklist was put away. */
export const HIDDEN_KEY = "welcome.hidden";
/** The keys of the steps that were left out, and of those that were opened from the checklist: lists of their ids. */
export const SKIPPED_KEY = "welcome.skipped";
export const OPENED_KEY = "welcome.opened";

/** A stored list of steps; nothing stored is an empty one. */
export const idsIn = (values: readonly { key: string; value: string }[], key: string): string[] => {
  const found: unknown = JSON.parse(values.find((one) => one.key === key)?.value || "[]");
  return Array.isArray(found) ? found.map(String) : [];
};

type Sold = { readonly inactive: boolean; readonly taxId: string };

/** What is offered and charges no tax. */
export const untaxedOf = (sold: readonly Sold[]): Sold[] => sold.filter(({ inactive, taxId }) => !inactive && taxId === "0");

/** Whether the taxes are done: there is one, and each service and add-on that is offered charges one. That the rest needs none is said by leaving the step out. */
export const isTaxed = (taxes: readonly unknown[], services: readonly Sold[], addOns: readonly Sold[]): boolean =>
  taxes.length > 0 && services.some(({ taxId }) => taxId !== "0") && untaxedOf([...services, ...addOns]).length === 0;
