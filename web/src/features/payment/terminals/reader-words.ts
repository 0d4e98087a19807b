/** The provider's names of the kinds, as they stand on the devices. */
const kinds: Readonly<Record<string, string>> = {
  bbpos_wisepos_e: "WisePOS E",
  simulated_wisepos_e: "WisePOS E (simulated)",
  stripe_s700: "Reader S700",
  simulated_stripe_s700: "Reader S700 (simulated)",
  stripe_s710: "Reader S710",
  simulated_stripe_s710: "Reader S710 (simulated)",
  stripe_m2: "Reader M2",
  verifone_P400: "Verifone P400",
};

/** What kind of reader it is; an unknown kind by its own name, in words. */
export const kindOf = (deviceType: string): string => kinds[deviceType] ?? deviceType.replaceAll("_", " ");

/** Whether a reader can be used now. */
export const standingOf = (status: string) => {
  if (status === "online") return { tone: "ok" as const, label: "Online" };
  return status === "offline" ? { tone: "warn" as const, label: "Offline" } : { tone: "plain" as const, label: "Not known" };
};
