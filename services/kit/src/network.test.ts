import { expect, test } from "vitest";
import { networkPrefix } from "./network.ts";

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:0db8:85a3::8a2e:370:7334", "2001:db8:85a3::/48"],
  ["1::2:3:4:5:6:7", "1:0:2::/48"],
  ["::1", "0:0:0::/48"],
  ["", ""],
  ["not an address", ""],
])("of %j is kept %j, never the whole address", (ip, network) => expect(networkPrefix(ip)).toBe(network));
