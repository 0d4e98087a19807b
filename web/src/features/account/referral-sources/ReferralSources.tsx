import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { NameList } from "../../settings/NameList.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

/** Where clients say they heard of the business, in the order they are offered. */
const ReferralSources = () => {
  const canEdit = useCan("accessBusinessSettings");
  const sources = useQuery(ReferralSourceService.method.listReferralSources);
  const templates = useQuery(ReferralSourceService.method.listReferralSourceTemplates);
  const changed = { onSuccess: () => void sources.refetch() };
  const create = useMutation(ReferralSourceService.method.createReferralSource, changed);
  const rename = useMutation(ReferralSourceService.method.updateReferralSource, changed);
  const remove = useMutation(ReferralSourceService.method.deleteReferralSource, changed);
  const sort = useMutation(ReferralSourceService.method.sortReferralSources, changed);
  const rows = sources.data?.referralSources ?? [];
  const taken = new Set(rows.map((one) => one.sourceName.toLowerCase()));
  const offered = (templates.data?.sourceNames ?? []).filter((name) => !taken.has(name.toLowerCase()));
  const ids = rows.map((one) => one.id);
  return (
    <SettingsFrame title="Referral sources" maxWidth={640}>
      <NameList
        title="How did you hear of us?"
        what="source"
        maxLength={100}
        canEdit={canEdit}
        error={sources.error}
        items={sources.data?.referralSources.map((one) => ({ id: one.id, name: one.sourceName }))}
        onAdd={(sourceName) => create.mutateAsync({ sourceName })}
        onRename={(id, sourceName) => rename.mutateAsync({ id, sourceName })}
        onDelete={(id) => remove.mutateAsync({ id })}
        onMove={(from, to) => sort.mutate({ ids: moved(ids, from, to) })}
      />
      {canEdit && sources.data && offered.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Typography id="offered" color="textSecondary" sx={{ mb: 0.75 }}>
            What others ask for
          </Typography>
          <Box role="group" aria-labelledby="offered" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
            {offered.map((name) => (
              <Chip
                key={name}
                icon={<Icon name="plus" sx={{ width: 14, height: 14 }} />}
                label={name}
                disabled={create.isPending}
                onClick={() => create.mutate({ sourceName: name })}
              />
            ))}
          </Box>
        </Box>
      )}
    </SettingsFrame>
  );
};

export default ReferralSources;
