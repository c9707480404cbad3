import { type Broadcast, toChannelKey, toMessage } from '../protocol/broadcast.ts'
import type { Message } from '../protocol/messages.ts'

/** A socket's part in a channel, as far as messages to the channel concern it. */
export interface Member {
  /** Of the channel: `toChannelKey`. */
  readonly key: string
  readonly canReadBroadcasts: boolean
  /** Whether it gets changes of presence. */
  readonly canReadPresence: boolean
  send(message: Message): void
}

/** The channels of this process and their members. */
export class Topics {
  readonly #members = new Map<string, Set<Member>>()

  add(member: Member): void {
    const members = this.#members.get(member.key)
    if (members) members.add(member)
    else this.#members.set(member.key, new Set([member]))
  }

  remove(member: Member): void {
    const members = this.#members.get(member.key)
    if (!members?.delete(member)) return
    if (members.size === 0) this.#members.delete(member.key)
  }

  /** @param except the sender, unless it wants its own messages */
  broadcast(broadcast: Broadcast, except?: Member): void {
    const members = this.#members.get(toChannelKey(broadcast))
    if (!members) return
    const message = toMessage(broadcast)
    for (const member of members) {
      if (member !== except && member.canReadBroadcasts) member.send(message)
    }
  }

  sendPresence(key: string, message: Message): void {
    for (const member of this.#members.get(key) ?? []) {
      if (member.canReadPresence) member.send(message)
    }
  }
}
