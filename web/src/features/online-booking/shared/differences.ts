import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { PetParent } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";

export type Field = "firstName" | "lastName" | "phoneNumber" | "email";
export type Difference = { field: Field; label: string; given: string; known: string };

const plain = (text: string): string => text.trim().toLowerCase();
const labels: Record<Field, string> = { firstName: "First name", lastName: "Last name", phoneNumber: "Phone", email: "Email" };

/** The same number with or without its country, which is how clients' numbers are kept. */
function isSamePhone(a: string, b: string): boolean {
  const [short = "", long = ""] = [a, b].map((text) => text.replace(/\D/g, "").replace(/^0+/, "")).sort((x, y) => x.length - y.length);
  return short.length > 6 && long.endsWith(short);
}

/** What was given online and reads otherwise on file; what was left empty says nothing. */
export function differences(given: PetParent, client: Client, phone: (text: string) => string): Difference[] {
  return (Object.keys(labels) as Field[])
    .map((field) => {
      const shown = field === "phoneNumber" ? phone : (text: string) => text.trim();
      return { field, label: labels[field], given: shown(given[field]), known: shown(client[field]) };
    })
    .filter(
      ({ field, given, known }) => given !== "" && plain(given) !== plain(known) && !(field === "phoneNumber" && isSamePhone(given, known)),
    );
}
