import { Transform } from "node:stream";
import { fail } from "@leashline/kit/errors.ts";

// The file that every virus scanner calls a virus, in two halves so that none calls this one so.
const eicar = Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD", "ANTIVIRUS-TEST-FILE!$H+H*"].join("-"));

/** Lets bytes through until they look like a virus or are more than may be. */
export function guarded(limit: number, count: (bytes: number) => void): Transform {
  let size = 0;
  let tail = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      count(size);
      if (size > limit) return done(fail("FILE_TOO_LARGE"));
      const seen = Buffer.concat([tail, chunk]);
      if (seen.includes(eicar)) return done(fail("PARAMS_INVALID", { field: "file", reason: "This file looks like a virus." }));
      tail = seen.subarray(Math.max(0, seen.length - eicar.length + 1));
      done(null, chunk);
    },
  });
}
