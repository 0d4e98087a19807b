import type { PortalOwn, PortalPet } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";

/** One field as it is on file; `type` is that of its input. */
export type CorrectField = { key: string; label: string; known: string; type?: "email" | "tel" | "date" | "decimal" | "lines" };

export const fieldsOfOwn = (own: PortalOwn): CorrectField[] => [
  { key: "customer.firstName", label: "First name", known: own.firstName },
  { key: "customer.lastName", label: "Last name", known: own.lastName },
  { key: "customer.phoneNumber", label: "Phone", known: own.phoneNumber, type: "tel" },
  { key: "customer.email", label: "Email", known: own.email, type: "email" },
  { key: "address.address1", label: "Address", known: own.address1 },
  { key: "address.address2", label: "Apartment", known: own.address2 },
  { key: "address.city", label: "City", known: own.city },
  { key: "address.state", label: "State", known: own.state },
  { key: "address.zipcode", label: "ZIP code", known: own.zipcode },
];

export const fieldsOfPet = ({ petId, petName, breed, weight, birthday }: PortalPet, weightUnit: string): CorrectField[] => {
  const key = (field: string) => `pets[${petId}].${field}`;
  return [
    { key: key("petName"), label: "Name", known: petName },
    { key: key("breed"), label: "Breed", known: breed },
    { key: key("weight"), label: `Weight, ${weightUnit || "lb"}`, known: weight > 0 ? String(weight) : "", type: "decimal" },
    { key: key("birthday"), label: "Birthday", known: birthday, type: "date" },
    { key: key("note"), label: `What else we should know about ${petName}`, known: "", type: "lines" },
  ];
};

/** What reads otherwise than it did. */
export const changedIn = (fields: readonly CorrectField[], values: Readonly<Record<string, string>>) =>
  fields.flatMap(({ key, known }) => {
    const given = (values[key] ?? known).trim();
    return given === known.trim() ? [] : [{ key, given }];
  });
