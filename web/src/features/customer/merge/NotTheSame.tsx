import type { DismissedDuplicate } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { clientName } from "../shared/client-name.ts";
import { Person } from "./Person.tsx";
import { useMergeActs } from "./useMergeActs.ts";

/** Two who look alike are somebody else each. */
export const NotTheSame = ({
  customerId,
  other,
  onDone,
}: {
  customerId: string;
  other: { id: string; name: string };
  onDone?: () => void;
}) => {
  const { dismiss } = useMergeActs();
  return (
    <Button
      size="small"
      variant="text"
      loading={dismiss.isPending}
      aria-label={`Not the same person: ${other.name}`}
      onClick={() => dismiss.mutate({ customerId, otherCustomerId: other.id }, { onSuccess: () => onDone?.() })}
    >
      Not the same person
    </Button>
  );
};

/** Whom a client was said not to be, with a way back; nothing where that was said of nobody. */
export const SaidNotTheSame = ({ customerId, people }: { customerId: string; people: readonly DismissedDuplicate[] }) => {
  const format = useFormat();
  const { restore } = useMergeActs();
  if (people.length === 0) return null;
  return (
    <Section title="Not the same person">
      <Box sx={{ display: "grid", gap: 1.5 }}>
        {people.map(({ client: person, staffName, dismissTime }) => (
          <Box key={person?.client?.customerId}>
            {person?.client && (
              <Person
                person={person}
                action={
                  <Button
                    size="small"
                    loading={restore.isPending}
                    aria-label={`Suggest again: ${clientName(person.client)}`}
                    onClick={() => restore.mutate({ customerId, otherCustomerId: person.client?.customerId ?? "0" })}
                  >
                    Suggest again
                  </Button>
                }
              />
            )}
            <Typography variant="body2" color="textSecondary" sx={{ pl: 5.75 }}>
              {[staffName, format.instant(dismissTime)].filter(Boolean).join(" · ")}
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
};
