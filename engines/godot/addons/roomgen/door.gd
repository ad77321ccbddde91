extends StaticBody2D
## A door that is shut: a body, which stops light and navigation too, until it is opened. That of a one-way passage stops who
## comes from its other side also then.

## Whether it stands open.
@onready var is_open := not has_node("occluder")


## Opens the door for `who` comes to it, unless one walks through from its other side alone, or it
## is locked and the player has no key of the lock's name. Returns whether it is open.
func try_open(who: Node2D) -> bool:
	var link: NavigationLink2D = $link
	var place := to_local(who.global_position)
	var is_behind := place.distance_to(link.end_position) < place.distance_to(link.start_position)
	var lock: String = get_meta("lock", "")
	var is_against := is_behind and not link.bidirectional
	if is_open and not is_against:
		return true
	if is_against or (lock and not owner.unlock(lock)):
		owner.refused.emit(self)
		return false
	elif lock:
		owner.open_passage(get_meta("passage_id"))
	else:
		open()
	return is_open


## Opens the door, whatever its lock.
func open() -> void:
	if is_open:
		return
	is_open = true
	$shape.set_deferred("disabled" if $link.bidirectional else "one_way_collision", true)
	$occluder.hide()
	$link.enabled = true
	var features: TileMapLayer = owner.get_node("features")
	var rect: Rect2 = $shape.transform * $shape.shape.get_rect()
	var first := features.local_to_map(position + rect.position + Vector2.ONE)
	var columns := int(rect.size.x) / features.tile_set.tile_size.x
	var tiles: Array = get_meta("open_tiles")
	for number in tiles.size():
		var cell := first + Vector2i(number % columns, number / columns)
		var tile: Vector2i = tiles[number]
		features.set_cell(cell, 0 if tile.x >= 0 else -1, tile)
	owner.opened.emit(self)
