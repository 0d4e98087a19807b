import type { CustomDomain } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { pointingText, proofText } from "./domain-words.ts";

/** The two records to make in the domain's DNS, each with what was seen of it. */
export const Records = ({ known }: { known: CustomDomain }) => {
  const { domain, target, apex, proofName, proofValue, proof } = known;
  const kind = apex ? "ALIAS" : "CNAME";
  return (
    <Section title="The two records">
      <Box sx={{ display: "grid", gap: 2.5 }}>
        <Typography color="textSecondary">
          Where you manage your domain, look for “DNS” and add a record of each kind. Some providers want the name without your domain at
          its end.
        </Typography>
        <Record title={`1. ${kind} record: leads clients here`} finding={pointingText(known)}>
          <CopyField label={`Name of the ${kind} record`} value={domain} />
          <CopyField label={`Value of the ${kind} record`} value={target} />
          {apex && (
            <Typography variant="body2" color="textSecondary">
              This is your whole domain, where no CNAME record is possible. Some providers call an ALIAS record ANAME. If yours has neither,
              make an A record with the IP address of {target}. Your website can no longer be under the same name then.
            </Typography>
          )}
        </Record>
        <Record title="2. TXT record: proves the domain is yours" finding={proofText[proof]}>
          <CopyField label="Name of the TXT record" value={proofName} />
          <CopyField label="Value of the TXT record" value={proofValue} />
        </Record>
      </Box>
    </Section>
  );
};

type RecordProps = { title: string; finding: { isGood: boolean; text: string }; children: ReactNode };

const Record = ({ title, finding, children }: RecordProps) => (
  <Box role="group" aria-label={title} sx={{ display: "grid", gap: 1.5 }}>
    <Typography variant="h3">{title}</Typography>
    {children}
    <Box sx={{ display: "flex", gap: 1, alignItems: "baseline" }}>
      <StatusChip tone={finding.isGood ? "ok" : "plain"}>{finding.isGood ? "Found" : "Not yet"}</StatusChip>
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
        {finding.text}
      </Typography>
    </Box>
  </Box>
);
