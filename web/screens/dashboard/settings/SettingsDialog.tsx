import {
  mdiChevronRight,
  mdiClockOutline,
  mdiDownload,
  mdiEyeOutline,
  mdiFingerprint,
  mdiInformationOutline,
  mdiKeyOutline,
  mdiLockOutline,
  mdiServerNetworkOutline,
} from '@mdi/js'
import { Box, Button, ButtonBase, Stack, Switch, Typography } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useNodes } from '../../../board/network/useNodes.ts'
import { useBoard, useBoardStore, useBook } from '../../../board/useBoard.ts'
import { useWallet } from '../../../session/session.tsx'
import { usePasskey } from '../../../session/usePasskey.ts'
import { LOCK_MINUTES, usePreference } from '../../../session/usePreference.ts'
import { esPasskey } from '../../../text/es/esPasskey.ts'
import { esSettings } from '../../../text/es/esSettings.ts'
import { color } from '../../../theme.ts'
import { Dialog, DialogButtons } from '../../../ui/Dialog.tsx'
import { Choices } from '../../../ui/fields/Choices.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import type { LockMinutes } from '../../../wallet/device/autoLock.ts'
import { AboutDialog } from './AboutDialog.tsx'
import { BackupDialog } from './BackupDialog.tsx'
import { NodesDialog, nodesSummary } from './NodesDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'

type View = 'lock' | 'passkey' | 'backup' | 'nodes' | 'about'

/** Settings, and parts of the wallet that are not its money. A row's own view opens in place of the list, and leads back. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const chainId = useBoard((view) => view.chainId)
  const contract = useBook()?.address
  const { ask, toggleExamples } = useBoardStore()
  const areExamplesHidden = useBoard((view) => view.areExamplesHidden)
  // A wallet of this visit has no vault: nothing to change, and nothing to forget.
  const isKept = useWallet().dataKey !== undefined
  const [lockMinutes, setLockMinutes] = usePreference('lockAfterMinutes')
  const { nodes, askAgain } = useNodes()
  const passkey = usePasskey()
  const [view, setView] = useState<View>()
  /** The row that was opened last gets the focus back. */
  const [last, setLast] = useState<View>()
  const open = (next: View) => {
    setView(next)
    setLast(next)
  }
  /** Success message at the top of the list: a toast would be behind the dialog for a screen reader. */
  const [done, setDone] = useState<string>()
  const back = () => setView(undefined)
  const [isPasskeyStuck, setPasskeyStuck] = useState(false)
  const togglePasskey = async () => {
    setDone(undefined)
    setPasskeyStuck(false)
    if (passkey.state !== 'on') return open('passkey')
    const isGone = await passkey.remove()
    return isGone ? setDone(esPasskey.off) : setPasskeyStuck(true)
  }
  const passkeyDone = () => {
    setDone(esPasskey.on)
    back()
  }
  const row = (name: View) => ({ autoFocus: name === last, onOpen: () => open(name) })

  switch (view) {
    case 'lock':
      return <LockDialog minutes={lockMinutes} onChoose={setLockMinutes} onClose={back} />
    case 'passkey':
      return <PasskeyDialog title={esPasskey.title} onDone={passkeyDone} onClose={back} />
    case 'backup':
      return <BackupDialog onClose={back} />
    case 'nodes':
      return <NodesDialog nodes={nodes} onAsk={askAgain} onClose={back} />
    case 'about':
      return <AboutDialog chainId={chainId} contract={contract} onClose={back} />
    case undefined:
      break
  }
  return (
    <Dialog title={esSettings.title} onClose={onClose}>
      <Stack spacing={2}>
        {done && (
          <Notice severity="success" role="status">
            {done}
          </Notice>
        )}
        {isPasskeyStuck && (
          <Notice severity="warning" role="alert">
            {esPasskey.notRemoved}
          </Notice>
        )}
        <Group title={esSettings.security}>
          <Row
            icon={mdiClockOutline}
            title={esSettings.lock.title}
            value={esSettings.lock.minutes(lockMinutes)}
            {...row('lock')}
          />
          {passkey.state === 'impossible' && (
            <Box sx={ROW}>
              <RowIcon path={mdiFingerprint} />
              <RowText title={esPasskey.title} hint={esPasskey.impossible} />
            </Box>
          )}
          {(passkey.state === 'on' || passkey.state === 'off') && (
            <SwitchRow
              icon={mdiFingerprint}
              title={esPasskey.title}
              hint={esPasskey.hint}
              isOn={passkey.state === 'on'}
              autoFocus={last === 'passkey'}
              onToggle={togglePasskey}
            />
          )}
          {isKept && <Row icon={mdiLockOutline} title={esSettings.change} onOpen={() => ask({ kind: 'changeCredentials' })} />}
          <Row icon={mdiKeyOutline} title={esSettings.phrase} onOpen={() => ask({ kind: 'showPhrase' })} />
        </Group>
        <Group title={esSettings.data}>
          {isKept && <Row icon={mdiDownload} title={esSettings.backup.title} hint={esSettings.backup.hint} {...row('backup')} />}
          <SwitchRow
            icon={mdiEyeOutline}
            title={esSettings.examples.title}
            hint={esSettings.examples.hint}
            isOn={!areExamplesHidden}
            onToggle={toggleExamples}
          />
        </Group>
        <Group title={esSettings.network}>
          <Row icon={mdiServerNetworkOutline} title={esSettings.nodes.title} hint={nodesSummary(nodes)} {...row('nodes')} />
          <Row
            icon={mdiInformationOutline}
            title={esSettings.about.title}
            hint={esSettings.about.version(APP_VERSION)}
            {...row('about')}
          />
        </Group>
        {isKept && (
          <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
            <Button color="error" sx={{ ml: '-18px' }} onClick={() => ask({ kind: 'forget' })}>
              {esSettings.forget}
            </Button>
          </Box>
        )}
      </Stack>
    </Dialog>
  )
}

type LockProps = { minutes: LockMinutes; onChoose: (minutes: LockMinutes) => void; onClose: () => void }

function LockDialog({ minutes, onChoose, onClose }: LockProps) {
  return (
    <Dialog title={esSettings.lock.title} onClose={onClose}>
      <Stack spacing={2}>
        <Choices
          title={esSettings.lock.after}
          choices={LOCK_MINUTES.map((choice) => ({ value: choice, label: esSettings.lock.minutes(choice) }))}
          chosen={minutes}
          width="9rem"
          onChoose={onChoose}
        />
        <DialogButtons>
          <Button variant="contained" onClick={onClose}>
            {esSettings.lock.done}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="body2" component="h3" color="textSecondary" sx={{ fontWeight: 500 }}>
        {title}
      </Typography>
      <Box sx={{ '&& > * + *': { borderTop: 1, borderColor: 'divider' } }}>{children}</Box>
    </Box>
  )
}

type RowProps = { icon: string; title: string; hint?: ReactNode; value?: string; autoFocus?: boolean; onOpen: () => void }

function Row({ icon, title, hint, value, autoFocus = false, onOpen }: RowProps) {
  const hintId = useId()
  return (
    <ButtonBase
      aria-label={title}
      aria-describedby={hint || value ? hintId : undefined}
      autoFocus={autoFocus}
      onClick={onOpen}
      sx={{ ...ROW, width: '100%', textAlign: 'left', borderRadius: 0 }}
    >
      <RowIcon path={icon} />
      <RowText title={title} hint={hint} hintId={hintId} />
      {value && (
        <Typography id={hintId} variant="body2" color="textSecondary">
          {value}
        </Typography>
      )}
      <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }}>
        <Icon path={mdiChevronRight} />
      </Box>
    </ButtonBase>
  )
}

type SwitchProps = { icon: string; title: string; hint: string; isOn: boolean; autoFocus?: boolean; onToggle: () => void }

/** The whole row is the target. */
function SwitchRow({ icon, title, hint, isOn, autoFocus = false, onToggle }: SwitchProps) {
  const hintId = useId()
  return (
    <Box component="label" sx={{ ...ROW, cursor: 'pointer' }}>
      <RowIcon path={icon} />
      <RowText title={title} hint={hint} hintId={hintId} />
      <Switch
        checked={isOn}
        autoFocus={autoFocus}
        onChange={onToggle}
        slotProps={{ input: { role: 'switch', 'aria-label': title, 'aria-describedby': hintId } }}
        sx={{ '& .MuiSwitch-track': { bgcolor: color.field, opacity: 1 } }}
      />
    </Box>
  )
}

const ROW = { display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 60, py: 1 }

function RowIcon({ path }: { path: string }) {
  return (
    <Box
      component="span"
      sx={{
        flex: 'none',
        width: 40,
        height: 40,
        display: 'grid',
        placeItems: 'center',
        borderRadius: '50%',
        bgcolor: color.raised,
        color: 'text.secondary',
      }}
    >
      <Icon path={path} />
    </Box>
  )
}

function RowText({ title, hint, hintId }: { title: string; hint: ReactNode; hintId?: string }) {
  return (
    <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
      <Typography component="span" sx={{ display: 'block', fontWeight: 500 }}>
        {title}
      </Typography>
      {hint && (
        <Typography component="span" id={hintId} variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {hint}
        </Typography>
      )}
    </Box>
  )
}
