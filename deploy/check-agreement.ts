import { readFileSync } from "node:fs";
import { checked, ownFingerprint } from "@leashline/proto/rules/agreement-evidence.ts";

const HELP = `node deploy/check-agreement.ts <file.pdf> [--key <fingerprint>]   says whether the evidence of an agreement is as it was made
node deploy/check-agreement.ts --own-key                          the fingerprint of this installation, from LEASHLINE_SIGNING_KEY`;

/** Says what it found and answers the exit code. Asks no server and reads nothing but the file. */
function main([file = "", flag, key]: readonly string[]): number {
  if (file === "--own-key") {
    console.log(ownFingerprint(process.env.LEASHLINE_SIGNING_KEY ?? ""));
    return 0;
  }
  if (!file) {
    console.error(HELP);
    return 2;
  }
  const found = checked(readFileSync(file));
  if (!found.sound) {
    console.error(`NOT SOUND: ${found.reason}`);
    return 1;
  }
  if (flag === "--key" && key !== found.fingerprint) {
    console.error(`NOT SOUND: sealed by ${found.fingerprint}, not by ${key ?? "the key that was named"}.`);
    return 1;
  }
  const { header, clientName, signerName, signedAt, zone } = found.evidence;
  console.log(`Sound. ${header}: ${clientName}, signed ${signedAt} (${zone})${signerName && ` as ${signerName}`}.`);
  const { files, fileHashes = [] } = found.evidence;
  for (const [at, file] of files.entries()) console.log(`Paper ${file}${fileHashes[at] ? `: SHA-256 ${fileHashes[at]}` : ""}`);
  console.log(`Sealed by ${found.fingerprint}.`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
