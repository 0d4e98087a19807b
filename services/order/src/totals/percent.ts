export { containedIn, formatPercent, type Percent, parsePercent, percentOf } from "@leashline/proto/rules/percent.ts";
