import { dictionary } from "@zxcvbn-ts/language-common";

// In a file of its own, read once somebody chooses a password: a package of CommonJS has its names only when it is imported so.
const list = dictionary["passwords-common"];

/** Some 18,000 that are long enough to be taken, in lower case, each between two line ends. As many strings they would weigh megabytes. */
export const commonPasswords = `\n${list
  .filter((one) => one.length >= 8)
  .join("\n")
  .toLowerCase()}\n`;
list.length = 0;
