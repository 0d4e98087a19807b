import { fail, type Refusal } from "@leashline/kit";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";

type Options = Readonly<Record<string, unknown>>;
type Added = { enable?: boolean; applyRules?: readonly { serviceId: string; stayDay: number }[] };
type Rollover = { enabled?: boolean; targetServiceId?: string };
export type Named = {
  readonly id: string;
  readonly careType: string;
  readonly duration: number;
  readonly name: string;
  /** An add-on, and what it goes with; none: every service of its care type. */
  readonly addOn?: boolean;
  readonly applicableServiceIds?: readonly string[];
};
export type Settings = { readonly careType: string; readonly duration: number; readonly options: Options };

const refusal = (name: string, reason: string): Refusal => fail("PARAMS_INVALID", { field: `service.options.${name}`, reason });

/** Which care types a setting of a service has an effect for, and what is said to the others. */
const settings: Readonly<Record<string, { of: readonly string[]; reason: string }>> = {
  requireDedicatedLodging: { of: ["BOARDING"], reason: "only boarding is in a room, which can be one of its own" },
  requireDedicatedStaff: {
    of: ["GROOMING", "EVALUATION", "DOG_WALKING"],
    reason: "only grooming, evaluations and walks are the work of one person",
  },
  autoRolloverRule: { of: ["DAYCARE"], reason: "only daycare becomes another daycare when a pet stays longer" },
  bundleServiceIds: { of: ["GROOMING", "DOG_WALKING"], reason: "only grooming and walks come with other services" },
  prerequisiteClassIds: { of: ["GROUP_CLASS"], reason: "only group classes come after another class" },
  additionalServiceRule: { of: ["BOARDING"], reason: "only boarding has services added to its stays" },
};

const isOn = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === "object" && value !== null
      ? Object.values(value).includes(true)
      : value === true;

/** Refuses what would be kept without an effect. */
export function mustTakeEffect({ careType, options }: Settings): void {
  for (const [name, { of, reason }] of Object.entries(settings))
    if (isOn(options[name]) && !of.includes(careType)) throw refusal(name, reason);
}

const rolloverOf = ({ autoRolloverRule: rule }: Options): Rollover => (rule ?? {}) as Rollover;

const addedOf = ({ additionalServiceRule: rule }: Options): Added => (rule ?? {}) as Added;

type Names = { target: string | null; bundled: readonly string[]; added: readonly string[] };

/** The services that the settings of one name; what is switched off names none. */
export function namedServices({ options }: Pick<Settings, "options">): Names {
  const { enabled, targetServiceId = "0" } = rolloverOf(options);
  const { enable, applyRules = [] } = addedOf(options);
  return {
    target: enabled ? targetServiceId : null,
    bundled: (options.bundleServiceIds as string[] | undefined) ?? [],
    added: enable ? [...new Set(applyRules.map(({ serviceId }) => serviceId))] : [],
  };
}

const ADDED = "additionalServiceRule.applyRules";

const isAdded = ({ careType, addOn = false }: Named): boolean => careType === (addOn ? "BOARDING" : "GROOMING");

/** Refuses a rule that adds nothing, the same twice, or what is not sold that way. */
function mustAddFitting({ options, careType }: Settings, id: string, found: ReadonlyMap<string, Named>): void {
  const { enable, applyRules = [] } = addedOf(options);
  if (!enable) return;
  if (applyRules.length === 0) throw refusal(ADDED, "names no service to add");
  const keys = applyRules.map(({ serviceId, stayDay }) => `${serviceId} ${stayDay}`);
  if (new Set(keys).size < keys.length) throw refusal(ADDED, "names a service twice for the same day");
  const named = applyRules.flatMap(({ serviceId }) => found.get(serviceId) ?? []);
  const other = named.find((one) => !isAdded(one));
  if (other) throw refusal(ADDED, `${other.name} cannot be added to a stay: only grooming and add-ons of boarding can`);
  const loose = named.find(
    ({ addOn, applicableServiceIds = [] }) => addOn && !goesWith({ careType, applicableServiceIds }, { id, careType }),
  );
  if (loose) throw refusal(ADDED, `${loose.name} does not go with this service`);
}

/** Refuses a daycare that becomes nothing, itself or a shorter one, and a service that comes with itself or with what is not sold that way. */
export function mustNameFitting(own: Settings, id: string, found: ReadonlyMap<string, Named>): void {
  const { target, bundled, added } = namedServices(own);
  for (const one of [...(target === null ? [] : [target]), ...bundled, ...added]) {
    const field = `service.options.${one === target ? "autoRolloverRule.targetServiceId" : bundled.includes(one) ? "bundleServiceIds" : ADDED}`;
    if (!found.has(one)) throw fail("SERVICE_NOT_FOUND", { field, facts: { serviceId: one } });
    if (one === id) throw fail("PARAMS_INVALID", { field, reason: "is this service itself" });
  }
  mustAddFitting(own, id, found);
  const next = target === null ? undefined : found.get(target);
  if (next && (next.careType !== "DAYCARE" || next.duration <= own.duration))
    throw refusal("autoRolloverRule.targetServiceId", "must be a daycare that lasts longer than this one");
  const other = bundled.map((one) => found.get(one)).find((one) => one && !settings.bundleServiceIds?.of.includes(one.careType));
  if (other) throw refusal("bundleServiceIds", `${other.name} cannot come with it: only grooming and walks can`);
}
