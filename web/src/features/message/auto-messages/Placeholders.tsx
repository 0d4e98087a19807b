import { useQuery } from "@connectrpc/connect-query";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

const plain = (title: string): string => title.replaceAll(/[{}:]/g, " ").trim();

/** Links that say which agreement or form they are for. */
const useNamedLinks = (): { name: string; meaning: string }[] => {
  const asked = { staleTime: LONG_STALE, meta: { quiet: true } };
  const agreements = useQuery(AgreementService.method.listAgreements, { pageSize: 200 }, asked).data?.agreements ?? [];
  const forms = useQuery(IntakeFormService.method.listIntakeForms, { pageSize: 200 }, asked).data?.forms ?? [];
  return [
    ...agreements.map(({ id, agreementHeader }) => ({
      name: `{agreementLink:${id}:${plain(agreementHeader)}}`,
      meaning: `A private page to sign “${agreementHeader}”`,
    })),
    ...forms
      .filter(({ versionNumber, archived }) => versionNumber > 0 && !archived)
      .map(({ id, title }) => ({ name: `{intakeFormLink:${id}:${plain(title)}}`, meaning: `The intake form “${title}”` })),
  ];
};

export const Placeholders = ({ onInsert }: { onInsert: (name: string) => void }) => {
  const list = useQuery(TemplateService.method.listPlaceholders, {}, { staleTime: LONG_STALE }).data?.placeholders ?? [];
  const named = useNamedLinks();
  if (list.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        Filled in for each client. Press one to add it to the text you edited last.
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {[...list, ...named].map((one) => (
          <Chip key={one.name} size="small" label={one.meaning} title={one.name} onClick={() => onInsert(one.name)} />
        ))}
      </Box>
    </Box>
  );
};
