import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { ClientPicker } from "../shared/ClientPicker.tsx";
import { clientName } from "../shared/client-name.ts";
import { reasonWords } from "./Duplicates.tsx";
import { NotTheSame, SaidNotTheSame } from "./NotTheSame.tsx";
import { Person } from "./Person.tsx";

type Props = { customerId: string; onCompare: (winnerId: string, loserId: string) => void };

/** Whom one client may be merged with: those who look alike, or anybody who is picked. */
export const MergeOne = ({ customerId, onCompare }: Props) => {
  const detail = useQuery(ClientService.method.getClientDetail, { customerId });
  const found = useQuery(MergeService.method.findDuplicates, { customerId });
  const client = detail.data?.client;
  const people = found.data?.duplicates ?? [];
  return (
    <PageFrame
      title={client ? `Merge with ${clientName(client)}` : "Merge clients"}
      back={pathTo("/client/:customerId/overview", { customerId })}
      maxWidth={720}
    >
      <Box sx={{ display: "grid", gap: 2 }}>
        <Section title="Looks like the same person">
          {found.isPending && <RowsSkeleton rows={2} height={48} />}
          {found.error && !found.data && <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />}
          {found.data && people.length === 0 && (
            <Typography color="textSecondary">Nobody with the same phone number, email or pets.</Typography>
          )}
          <Box sx={{ display: "grid", gap: 1.5 }}>
            {people.map(({ client: person, reasons }) => (
              <Box key={person?.client?.customerId}>
                {person && (
                  <Person
                    person={person}
                    action={
                      <>
                        {person.client && (
                          <NotTheSame customerId={customerId} other={{ id: person.client.customerId, name: clientName(person.client) }} />
                        )}
                        <Button size="small" variant="outlined" onClick={() => onCompare(customerId, person.client?.customerId ?? "0")}>
                          Compare
                        </Button>
                      </>
                    }
                  />
                )}
                <Typography variant="body2" color="textSecondary" sx={{ pl: 5.75 }}>
                  {reasons.map((reason) => reasonWords[reason]).join(" · ")}
                </Typography>
              </Box>
            ))}
          </Box>
        </Section>
        <SaidNotTheSame customerId={customerId} people={found.data?.dismissed ?? []} />
        <Section title="Somebody else">
          <ClientPicker value={undefined} onPick={(picked) => picked && onCompare(customerId, picked.customerId)} />
        </Section>
      </Box>
    </PageFrame>
  );
};
