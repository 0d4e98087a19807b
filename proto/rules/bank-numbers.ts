/** The numbers of a bank account in the United States, as they stand on a check. */
export type BankNumbers = { routingNumber: string; accountNumber: string };
export type NumberProblem = { field: keyof BankNumbers; reason: string };

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Nine digits whose weighted sum ends in 0, as the banks' association has it. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === "000000000") return false;
  return weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 10 === 0;
}

/** Spaces and dashes are how people write numbers down. */
const plain = (text: string): string => text.replace(/[\s-]/g, "");
export const plainNumbers = ({ routingNumber, accountNumber }: BankNumbers): BankNumbers => ({
  routingNumber: plain(routingNumber),
  accountNumber: plain(accountNumber),
});

/** The first number that cannot be right; null where both can. */
export function problemOf({ routingNumber, accountNumber }: BankNumbers): NumberProblem | null {
  if (!isRoutingNumber(routingNumber))
    return { field: "routingNumber", reason: "This is not a routing number. Please check its nine digits." };
  if (!/^\d{4,17}$/.test(accountNumber)) return { field: "accountNumber", reason: "An account number has 4 to 17 digits." };
  return null;
}
