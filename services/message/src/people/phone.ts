/** Telephone prefixes of the countries the product serves (growth §5), and how many digits a number there has without it. */
const PLANS: Record<string, { prefix: string; digits: number[] }> = {
  US: { prefix: "1", digits: [10] },
  CA: { prefix: "1", digits: [10] },
  GB: { prefix: "44", digits: [10, 9] },
  AU: { prefix: "61", digits: [9] },
};

/**
 * A number as carriers write it ("+12065550101"), from digits and plus as a profile has it. "" when it cannot be one.
 * A number without a plus belongs to the country of the business.
 */
export function e164(phone: string, country: string): string {
  const digits = phone.replace(/\D/g, "");
  if (phone.trim().startsWith("+")) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : "";
  const plan = PLANS[country] ?? { prefix: "1", digits: [10] };
  const local = digits.startsWith("0") ? digits.slice(1) : digits;
  if (plan.digits.includes(local.length)) return `+${plan.prefix}${local}`;
  const rest = digits.slice(plan.prefix.length);
  return digits.startsWith(plan.prefix) && plan.digits.includes(rest.length) ? `+${digits}` : "";
}
