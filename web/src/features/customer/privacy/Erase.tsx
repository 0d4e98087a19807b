import { createConnectQueryKey, useMutation, useQuery } from "@connectrpc/connect-query";
import { PrivacyService } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { TextLink, useGo } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { useClientsChanged } from "../shared/use-client.ts";
import { obstacleLine } from "./obstacle-words.ts";

const plain = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

/** Takes out of everything who a client was, once nothing of theirs is open. */
export const Erase = ({ customerId, name }: { customerId: string; name: string }) => {
  const open = useQuery(PrivacyService.method.getErasureObstacles, { customerId }, { staleTime: 0 });
  return (
    <Section title="Erase this client">
      <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
        <Typography color="textSecondary">
          Names, phone, email, address, notes, messages, photos, signed agreements, vaccination records and saved cards of {name} and their
          pets are deleted everywhere. Dates and amounts of visits and bills stay for your books. Links in their messages stop working. This
          cannot be undone.
        </Typography>
        {open.isPending && <RowsSkeleton rows={2} height={40} />}
        {open.error && !open.data && <ErrorState compact error={open.error} onRetry={() => void open.refetch()} />}
        {open.data && open.data.obstacles.length > 0 && (
          <>
            <Typography sx={{ fontWeight: 600 }}>Do this first:</Typography>
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {open.data.obstacles.map((one) => {
                const { text, to } = obstacleLine(one, customerId);
                return (
                  <li key={one.reason}>
                    <TextLink to={to}>{text}</TextLink>
                  </li>
                );
              })}
            </Box>
          </>
        )}
        {open.data?.obstacles.length === 0 && <Sure customerId={customerId} name={name} />}
      </Box>
    </Section>
  );
};

const Sure = ({ customerId, name }: { customerId: string; name: string }) => {
  const go = useGo();
  const clients = useClientsChanged();
  const queries = useQueryClient();
  const { control, handleSubmit } = useForm({ defaultValues: { typed: "", reason: "" } });
  const [typed, reason] = useWatch({ control, name: ["typed", "reason"] });
  const erase = useMutation(PrivacyService.method.eraseClient, {
    meta: { success: "Client erased" },
    onSuccess: async () => {
      go("/client/privacy");
      await Promise.all([
        clients(),
        queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: PrivacyService, cardinality: undefined }) }),
      ]);
    },
  });
  const act = handleSubmit(async () => {
    const sure = await confirm({
      title: `Erase ${name} for good?`,
      body: "Nobody can bring them back.",
      action: "Erase client",
      danger: true,
    });
    if (sure) erase.mutate({ customerId, confirmName: typed.trim(), reason: reason.trim() });
  });
  return (
    <>
      <FormText
        control={control}
        name="typed"
        fullWidth
        label={`Type “${name}” to confirm`}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <FormText
        control={control}
        name="reason"
        fullWidth
        label="Why"
        placeholder="Asked by letter on May 3"
        help="Kept in the record. Do not write the client's name here."
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Button
        variant="outlined"
        color="error"
        loading={erase.isPending}
        disabled={plain(typed) !== plain(name) || reason.trim() === ""}
        onClick={() => void act()}
      >
        Erase client
      </Button>
    </>
  );
};
