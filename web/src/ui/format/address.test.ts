import { expect, test } from "vitest";
import { addressText, isTheirs, namedAs, streetText, townText } from "./address.ts";

test("an address reads in one line, or the street and the town by themselves; what it lacks leaves no gap", () => {
  const home = { address1: "12 Oak Street", address2: "Apt 4", city: "Brooklyn", state: "NY", zipcode: "11201" };
  expect(addressText(home)).toBe("12 Oak Street, Apt 4, Brooklyn, NY 11201");
  expect(addressText({ ...home, address2: "", state: "" })).toBe("12 Oak Street, Brooklyn, 11201");
  expect([streetText(home), townText(home)]).toEqual(["12 Oak Street, Apt 4", "Brooklyn, NY 11201"]);
  expect(addressText({ address1: "", address2: "", city: "", state: "", zipcode: "" })).toBe("");
});

test("a visit names an address by its number, except the primary one; what the client no longer has is not theirs", () => {
  const addresses = [
    { customerAddressId: "1", isPrimary: true },
    { customerAddressId: "2", isPrimary: false },
  ];
  expect(["1", "2"].map((id) => namedAs(addresses, id))).toEqual(["0", "2"]);
  expect(["0", "1", "2", "9"].map((id) => isTheirs(addresses, id))).toEqual([true, true, true, false]);
});
