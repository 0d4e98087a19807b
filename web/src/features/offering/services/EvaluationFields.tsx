import { useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Control } from "react-hook-form";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import type { ServiceValues } from "./service-values.ts";

const MONTHS = [
  { value: "0", label: "For good" },
  { value: "3", label: "3 months" },
  { value: "6", label: "6 months" },
  { value: "12", label: "1 year" },
  { value: "18", label: "18 months" },
  { value: "24", label: "2 years" },
  { value: "36", label: "3 years" },
];

const REMINDERS = [
  { value: "0", label: "No reminder" },
  { value: "7", label: "A week before it runs out" },
  { value: "14", label: "2 weeks before it runs out" },
  { value: "30", label: "30 days before it runs out" },
  { value: "60", label: "60 days before it runs out" },
];

/** How long a passed evaluation counts; on every other service, the evaluation a pet has to pass first. */
export const EvaluationFields = ({ control, careType }: { control: Control<ServiceValues>; careType: string }) => {
  const own = careType === "EVALUATION";
  const found = useQuery(CatalogService.method.listServices, { careType: "EVALUATION", includeInactive: true }, { enabled: !own });
  if (own)
    return (
      <Section title="Once a pet has passed">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSelect control={control} name="evaluationValidMonths" label="The pass counts for" options={MONTHS} />
          <FormSelect control={control} name="evaluationRemindDays" label="Remind the client to come again" options={REMINDERS} />
        </Box>
      </Section>
    );
  if (!found.data) return null;
  const { services } = found.data;
  return (
    <Section title="Evaluation">
      {services.length === 0 ? (
        <Typography color="textSecondary">
          To ask for one before this service, <TextLink to="/createOrEditEvaluation">add an evaluation</TextLink> first.
        </Typography>
      ) : (
        <FormSelect
          control={control}
          name="evaluationServiceId"
          label="A pet needs to have passed"
          options={[{ value: "0", label: "No evaluation" }, ...services.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
    </Section>
  );
};
